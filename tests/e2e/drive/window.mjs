// Askance's window in its own words: what a person does in it, step by step.
import { until } from './wait.mjs';

/** A window of the program. Made of what `openWindow` gives. */
export class Window {
  /** @param {Awaited<ReturnType<import('./program.mjs').openWindow>>} opened */
  constructor({ page, screen }) {
    this.page = page;
    this.screen = screen;
  }

  /** Waits until a server of the sidebar is ready, and shows it. */
  async openServer(server) {
    const { page } = this;
    // The sidebar says a state beside the name only while the server is not ready.
    await page.press('link', server, { starts: true });
    await until(`${server} is ready`, async () => {
      const states = await page.run(`return find('status').map(node => said(node));`);
      return states.some(state => state.includes('Ready'));
    });
  }

  /** Starts a tool from the server's page. `fillIn` writes its arguments; without it they stay as they are. */
  async start(server, tool, fillIn = async () => undefined) {
    await this.openServer(server);
    // The row's name is the tool's, with its description after it where it has one.
    const row = await until(`the tool ${tool} is listed`, async () => {
      const exact = await this.page.all('link', tool);
      return exact[0] ?? (await this.page.all('link', `${tool} `, { starts: true }))[0];
    });
    await this.page.click(row);
    await this.page.get('button', 'Run');
    await fillIn(this);
    await this.page.press('button', 'Run');
  }

  /** The question with these words is on screen, and its buttons may be pressed (the guard is open). */
  async question(message, options) {
    await until(
      `the question “${message}” is on screen`,
      async () => (await this.asks()) && (await this.page.said()).includes(message),
      options,
    );
    await this.guardOpen();
  }

  /** Opens the question of a server that waits in the Inbox. */
  async openWaiting(server) {
    const { page } = this;
    await page.press('link', 'Inbox', { starts: true });
    const row = await until(`a question of ${server} waits in the Inbox`, () =>
      page.run(
        `return find('link').find(node => node.id.startsWith('inbox-') && said(node).includes(arguments[0])) ?? null;`,
        server,
      ),
    );
    await page.click(row);
  }

  /** A question that waits is on screen. */
  async asks() {
    return (await this.page.all('button', 'Decline')).length > 0;
  }

  /** What has just appeared takes no click for half a second; its buttons are drawn weaker until then. */
  async guardOpen() {
    await until('the guard is open', async () => {
      const [button] = await this.page.all('button', 'Decline');
      return button && (await this.page.run('return strength(arguments[0]);', button)) > 0.99;
    });
  }

  /** Hides the one thing of the host's that changes by itself: how long ago it was asked. For pictures that are compared. */
  async still() {
    await this.page.run(`document.querySelector('header .age').style.visibility = 'hidden';`);
  }

  /** The question with these words is no longer on screen as one that waits. */
  async left(message) {
    return !(await this.asks()) || !(await this.page.said()).includes(message);
  }

  /** Waits until it has left. */
  gone(message) {
    return until(`the question “${message}” has gone`, () => this.left(message));
  }

  /** Waits until one of these questions is on screen, and says which. @param {string[]} messages @returns {Promise<string>} */
  oneOf(messages) {
    return until(`one of the questions is on screen: ${messages.join(' / ')}`, async () => {
      if (!(await this.asks())) return undefined;
      const said = await this.page.said();
      return messages.find(message => said.includes(message));
    });
  }

  /** The task on screen is over. */
  async over() {
    const said = await this.page.said();
    return /Done in |The tool reported an error after /.test(said);
  }

  /**
   * Answers in the app: clicks each of these in its frame with the pointer, and waits until the question has gone. Boxes
   * that are already ticked stay ticked.
   * @param {string} message @param {import('./screen.mjs').Wanted[]} targets
   */
  async answerInApp(message, targets) {
    await this.screen.enterApp();
    for (const target of targets) {
      const node = await this.screen.get(target);
      if (target.role === 'check box' && node.states.includes('checked')) continue;
      await this.screen.click(target);
    }
    await this.gone(message);
  }

  /** The page says that this question is answered in the server's app, and its frame is live. */
  async inApp(server) {
    await this.page.says(`Inside this frame: ${server}’s app`);
  }

  /** Leaves the app for the standard form. */
  async useStandardForm() {
    await this.page.press('button', 'Use standard form');
    await this.page.get('button', 'Send');
    // What replaced the app is guarded like what appeared first.
    await this.guardOpen();
  }

  /** Sends the form. */
  async send() {
    await this.page.press('button', 'Send');
  }

  /** The result of the task on screen, as it was received. */
  async result() {
    const { page } = this;
    const PLAIN = 'Show the plain result';
    // A tool's own view stands before it; it is one press away.
    await until('the result can be read', async () => {
      if ((await page.all('radio', 'As received')).length > 0) return true;
      if ((await page.all('button', PLAIN)).length > 0) await page.press('button', PLAIN);
      return false;
    });
    await page.press('radio', 'As received');
    const [region] = await until('the result is on screen', async () => {
      const found = await page.all('region', 'The result as it was received');
      return found.length > 0 && found;
    });
    return JSON.parse(await page.run('return arguments[0].textContent;', region));
  }

  /** The note that says why the form stands in for the app. */
  async fallbackReason(options) {
    const BEGIN = 'The server’s app could not be used: ';
    const said = await until(
      'the page says why the app could not be used',
      async () => {
        const text = await this.page.said();
        return text.includes(BEGIN) && text;
      },
      options,
    );
    await this.guardOpen();
    const rest = said.slice(said.indexOf(BEGIN) + BEGIN.length);
    // After it comes what all such notes say, or what was kept of the app's answer; then the note's button.
    const after = rest.search(/This is the same question|What happened/);
    return rest.slice(0, after).trim();
  }

  /** Declines what a failed test left open: in the stateful era a call with a question open makes the next one's task a guess. */
  async clear() {
    if (await this.asks()) await this.page.press('button', 'Decline');
  }

  // What a person does in the standard form.

  /** Chooses one of a list: a radio button, or an option of a list to search in. */
  async choose(field, option) {
    const { page } = this;
    const group = await until(
      `the field “${field}”`,
      async () =>
        (await page.all('radiogroup', field, { starts: true }))[0] ??
        (await page.all('combobox', field, { starts: true }))[0],
    );
    if ((await page.run('return arguments[0].getAttribute("role");', group)) === 'radiogroup') {
      const radio = await until(
        `“${option}” of “${field}”`,
        async () => (await page.run('return find("radio", arguments[1], false, arguments[0]);', group, option))[0],
      );
      return page.click(radio);
    }
    await page.click(group);
    await page.press('option', option, { starts: true });
  }

  /** Ticks one box of a list of boxes. */
  async tick(option) {
    const box = await this.page.get('checkbox', option, { starts: true });
    await this.page.click(box);
  }

  /** Types into a field in place of what it holds. */
  async write(field, text) {
    const { page } = this;
    const target = await page.get('textbox', field, { starts: true });
    await page.click(target);
    await page.run('arguments[0].select();', target);
    await page.type(target, text);
  }
}
