// Runs inside the page: finds what a person would name by its role and name. Returned by `find` as elements, so that the
// driver can click them with real events. Shortcuts (<kbd>) and hidden parts do not belong to a name.
const IMPLICIT = {
  button: 'button, summary, input[type=submit], input[type=button]',
  link: 'a[href]',
  heading: 'h1, h2, h3, h4, h5, h6',
  textbox:
    'input:not([type]), input[type=text], input[type=email], input[type=url], input[type=search], input[type=date], input[type=time], textarea',
  spinbutton: 'input[type=number]',
  slider: 'input[type=range]',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  combobox: 'select',
  option: 'option',
  navigation: 'nav',
  main: 'main',
  group: 'fieldset',
  status: 'output',
  dialog: 'dialog[open]',
};
const tidy = text => text.replace(/\s+/g, ' ').trim();

function shown(node) {
  for (let at = node; at instanceof Element; at = at.parentElement) {
    if (at.getAttribute('aria-hidden') === 'true' || at.inert) return false;
    const style = getComputedStyle(at);
    if (style.display === 'none' || style.visibility === 'hidden') return false;
  }
  return node.getClientRects().length > 0;
}

/** The text of a node. In a name, a label stands for what is inside; in what is said on the page it does not. */
function words(node, labels = true) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return '';
  if (node.tagName === 'KBD' || node.getAttribute('aria-hidden') === 'true') return '';
  if (labels && node.getAttribute('aria-label')) return node.getAttribute('aria-label');
  const style = getComputedStyle(node);
  if (style.display === 'none') return '';
  const inner = [...node.childNodes].map(child => words(child, labels)).join('');
  return style.display.startsWith('inline') ? inner : ` ${inner} `;
}

function nameOf(node) {
  const by = node.getAttribute('aria-labelledby');
  if (by)
    return tidy(
      by
        .split(/\s+/)
        .map(id => (document.getElementById(id) ? words(document.getElementById(id)) : ''))
        .join(' '),
    );
  if (node.getAttribute('aria-label')) return tidy(node.getAttribute('aria-label'));
  if (node.labels?.length) return tidy([...node.labels].map(label => words(label)).join(' '));
  if (node.alt) return tidy(node.alt);
  const own = tidy(words(node));
  return own || tidy(node.title ?? '');
}

/** Elements with this role and, if given, this name: whole, or its beginning with `starts`. */
function find(role, name, starts, within) {
  const root = within ?? document;
  const selector = [
    `[role=${role}]`,
    ...(IMPLICIT[role] ? IMPLICIT[role].split(', ').map(s => `${s}:not([role])`) : []),
  ].join(', ');
  return [...root.querySelectorAll(selector)].filter(node => {
    if (!shown(node)) return false;
    if (name === null || name === undefined) return true;
    const own = nameOf(node);
    return starts ? own.startsWith(name) : own === name;
  });
}

/** What is said on the page, as a person reads it. */
function said(within) {
  return tidy(words(within ?? document.body, false));
}

/** How strongly something is drawn: below 1 while the guard is shut (the page draws its buttons at 60 %). */
function strength(node) {
  let strength = 1;
  for (let at = node; at instanceof Element; at = at.parentElement) strength *= Number(getComputedStyle(at).opacity);
  return strength;
}
