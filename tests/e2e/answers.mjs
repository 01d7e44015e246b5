// How a person answers each question of elicit-server: in its app by pointer, in the standard form by keyboard and mouse.
// Both ways give the same content, so that the server must not be able to tell them apart (APP-25).

/**
 * @typedef {object} Way
 * @property {string} message what the server asks
 * @property {import('./drive/screen.mjs').Wanted[]} inApp what to click in the app's frame, in order
 * @property {(window: import('./drive/window.mjs').Window) => Promise<void>} inForm what to fill in
 * @property {object} content what must arrive
 */

/**
 * A control that the accessible tree leaves out (these apps put buttons straight into a `role=grid`, which is not valid):
 * reached from the heading by so many presses of Tab, as a person without a mouse would.
 */
const tabs = (heading, count) => ({ role: 'heading', name: heading, then: [...Array(count).fill('Tab'), 'space'] });

const confirm = { role: 'push button', name: 'Confirm' };

const manager = {
  inApp: [{ role: 'radio button', name: /^Grace Hopper/ }, confirm],
  inForm: window => window.choose('Portfolio manager', 'Grace Hopper — Industrials'),
  content: { managerId: 'm-grace' },
};
/** The two buttons for the month come first, then the days. */
const day = message => ({
  message,
  inApp: [tabs(message, 2 + 17), confirm],
  inForm: window => window.write('Delivery day', '2026-12-17'),
  content: { date: '2026-12-17', period: 'morning' },
});
const colour = value => ({
  inApp: [{ role: 'push button', name: value }, confirm],
  inForm: window => window.write('Colour (#rrggbb)', value),
  content: { colour: value, opacity: 1 },
});

/** @type {Way[]} */
export const WAYS = [
  { message: 'Who should manage the Contoso portfolio?', ...manager },
  day('When shall we deliver?'),
  day('When shall m-grace meet the client?'),
  {
    message: 'Where is the leak?',
    // Eight places a row: the third of the second.
    inApp: [tabs('Where is the leak?', 8 + 3), confirm],
    inForm: async window => {
      await window.write('Row', '2');
      await window.write('Column', '3');
    },
    content: { row: 2, column: 3, indoors: false },
  },
  {
    message: 'Which of these changes do you approve?',
    inApp: [
      { role: 'check box', name: 'Rotate the database password' },
      { role: 'check box', name: 'Raise the quota to 200' },
      confirm,
    ],
    inForm: async window => {
      await window.tick('Rotate the database password');
      await window.tick('Raise the quota to 200');
    },
    content: { approved: ['chg-1', 'chg-3'] },
  },
  { message: 'Pick a brand colour', ...colour('#800000') },
  { message: 'Pick the foreground colour', ...colour('#800000') },
  { message: 'Pick the background colour', ...colour('#008000') },
];

const wayOf = message => WAYS.find(way => way.message === message);
const accepted = message => ({ action: 'accept', content: wayOf(message).content });

/** elicit-server's tools: what each asks, by the key of its answer; `form` marks what has no app. */
export const TOOLS = [
  { tool: 'assign_portfolio_manager', asks: { answer: 'Who should manage the Contoso portfolio?' } },
  { tool: 'schedule_delivery', asks: { answer: 'When shall we deliver?' } },
  { tool: 'report_leak', asks: { answer: 'Where is the leak?' } },
  { tool: 'review_changes', asks: { answer: 'Which of these changes do you approve?' } },
  { tool: 'pick_colour', asks: { answer: 'Pick a brand colour' } },
  { tool: 'native_form_only', asks: { answer: 'Who should manage the Contoso portfolio?' }, form: ['answer'] },
  {
    tool: 'onboard_client',
    asks: { manager: 'Who should manage the Contoso portfolio?', day: 'When shall m-grace meet the client?' },
  },
  { tool: 'brand_and_date', asks: { colour: 'Pick a brand colour', date: 'When shall we deliver?' } },
  { tool: 'app_and_native', asks: { colour: 'Pick a brand colour', date: 'When shall we deliver?' }, form: ['date'] },
  { tool: 'same_app_twice', asks: { first: 'Pick the foreground colour', second: 'Pick the background colour' } },
  { tool: 'wait_then_ask', asks: { answer: 'Pick a brand colour' }, arguments: window => window.write('ms', '0') },
  { tool: 'book_and_show', asks: { answer: 'When shall we deliver?' } },
];

/** What the server must have received. */
export const expected = ({ asks }) =>
  Object.fromEntries(Object.entries(asks).map(([key, message]) => [key, accepted(message)]));

/**
 * Answers all that one call asks, in the order in which it comes, until its result is on screen.
 * @param {import('./drive/window.mjs').Window} window
 * @param {typeof TOOLS[number]} tool
 * @param {'app' | 'form'} renderer
 * @param {string} server
 */
export async function answerAll(window, tool, renderer, server) {
  const open = new Map(Object.entries(tool.asks).map(([key, message]) => [message, key]));
  while (open.size > 0) {
    const message = await window.oneOf([...open.keys()]);
    const way = wayOf(message);
    const native = tool.form?.includes(open.get(message));
    await window.question(message);
    if (native) {
      // An ordinary question: no app, and no note about one.
      await window.page.get('button', 'Send');
    } else {
      await window.inApp(server);
      if (renderer === 'form') await window.useStandardForm();
    }
    if (renderer === 'app' && !native) await window.answerInApp(message, way.inApp);
    else {
      await way.inForm(window);
      await window.send();
      await window.gone(message);
    }
    open.delete(message);
  }
}
