// The MCP Apps bridge by hand: JSON-RPC over postMessage with the host, no library.
// An app calls `serve(name, draw)`, or `view(name, draw)` to show a tool's result; for `serve`, `draw(params, main)` builds the question into `main` and returns a function that gives
// the content to send, or a sentence (a string) that says what is still missing.
const waiting = new Map();
let nextId = 1;
let open; // the question on screen: its JSON-RPC id and the function that collects its content

const send = message => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const byId = id => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The choices of a single-select property, as [value, title]. */
function choices(property) {
  if (property.oneOf) return property.oneOf.map(option => [option.const, option.title]);
  return property.enum.map(value => [value, value[0].toUpperCase() + value.slice(1)]);
}

/** One choice drawn as a box: a real radio button over it, so arrow keys, names and states come from the browser. */
function radio(group, value, label, checked, ...inside) {
  const input = make('input', {
    type: 'radio',
    name: group,
    value,
    id: `${group}-${value}`,
    checked: Boolean(checked),
  });
  input.setAttribute('aria-label', label);
  return make('div', { className: 'pick' }, ...inside, input);
}

const chosen = group => document.querySelector(`input[name="${group}"]:checked`)?.value;

function wear(context) {
  if (!context) return;
  if (context.theme) document.documentElement.style.colorScheme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (value) document.documentElement.style.setProperty(name, value);
  }
}

function say(sentence) {
  open = undefined;
  document.body.replaceChildren(make('p', { id: 'status', role: 'status', className: 'soft' }, sentence));
}

function settle(result, sentence) {
  if (!open) return;
  send({ id: open.id, result });
  say(sentence);
}

function accept() {
  const content = open?.collect();
  if (typeof content === 'string') byId('error').textContent = content;
  else if (content) settle({ action: 'accept', content }, 'Thank you. Your answer is on its way.');
}

function show(id, params, draw) {
  const main = make('main');
  document.body.replaceChildren(
    make('h1', { id: 'message' }, params.message ?? ''),
    main,
    make('p', { id: 'error', role: 'alert' }),
    make(
      'footer',
      {},
      make('button', { id: 'accept', type: 'button', onclick: accept }, 'Choose this'),
      make(
        'button',
        {
          id: 'decline',
          type: 'button',
          onclick: () => settle({ action: 'decline' }, 'No problem. The shop was told no.'),
        },
        'No, thank you',
      ),
    ),
  );
  open = { id, collect: draw(params, main) };
  main.addEventListener('change', () => {
    byId('error').textContent = '';
  });
  main.addEventListener('keydown', event => {
    if (event.key === 'Enter') accept();
  });
}

/** Does what every app does, and gives each other message of the host to `heard`; true if that took it. */
function connect(name, capabilities, heard) {
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params } = data;
    if (method === undefined) {
      waiting.get(id)?.(data);
      waiting.delete(id);
    } else if (method === 'ping' || method === 'ui/resource-teardown') {
      send({ id, result: {} });
    } else if (method === 'ui/notifications/host-context-changed') {
      wear(params);
    } else if (!heard(data) && id !== undefined) {
      send({ id, error: { code: -32601, message: 'Method not found' } });
    }
  });
  new ResizeObserver(() => {
    const { scrollWidth: width } = document.documentElement;
    // Of the body: the root is never lower than the frame, so its height would only ever grow.
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (document.documentElement.dataset.connected)
      send({ method: 'ui/notifications/size-changed', params: { width, height } });
  }).observe(document.body);
  const params = {
    protocolVersion: '2026-01-26',
    appInfo: { name, version: '1.0.0' },
    appCapabilities: { ...capabilities, availableDisplayModes: ['inline'] },
  };
  ask('ui/initialize', params, ({ result }) => {
    wear(result?.hostContext);
    document.documentElement.dataset.connected = 'yes';
    send({ method: 'ui/notifications/initialized', params: {} });
  });
}

function ask(method, params, then) {
  const id = nextId++;
  waiting.set(id, then);
  send({ id, method, params });
}

/** An app that asks a question. */
function serve(name, draw) {
  connect(name, { elicitation: {} }, ({ id, method, params }) => {
    if (method === 'elicitation/create') show(id, params, draw);
    else if (method !== 'notifications/cancelled') return false;
    else if (open?.id === params?.requestId) say('The shop does not need an answer any more.');
    return true;
  });
}

/**
 * An app that shows the result of a tool. `draw(result, call)` returns what is on the page; `call(tool, arguments, failed)`
 * uses a tool of the shop and draws its result, or says `failed`.
 */
function view(name, draw) {
  const put = result => {
    if (result.isError) return say(result.content?.[0]?.text ?? 'The shop could not say.');
    const focused = document.activeElement?.id;
    document.body.replaceChildren(...draw(result, call));
    if (focused) byId(focused)?.focus();
  };
  const call = (tool, given, failed) =>
    ask('tools/call', { name: tool, arguments: given }, ({ result }) => {
      if (result) put(result);
      else byId('status').textContent = failed;
    });
  connect(name, {}, ({ method, params }) => {
    if (method === 'ui/notifications/tool-result') put(params);
    else if (method === 'ui/notifications/tool-cancelled') say('The shop did not come to an answer.');
    return method.startsWith('ui/notifications/tool-');
  });
}
