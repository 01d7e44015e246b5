// A form in a window, by the keyboard alone.
import { until } from './wait.mjs';

/** What a person does in a form without a pointer. Made of a window. */
export class Typing {
  /** @param {import('./window.mjs').Window} window */
  constructor({ page, screen }) {
    this.page = page;
    this.screen = screen;
  }

  /** The name of what has the focus, as a screen reader says it. @returns {Promise<string>} */
  focused() {
    return this.page.run(
      `const at = document.activeElement;
       // One of a list says the list's name first.
       return nameOf(at.closest('[role=radiogroup]') ?? (at.role === 'checkbox' ? (at.closest('[role=group]') ?? at) : at));`,
    );
  }

  /** The focus is there. */
  on(name) {
    return until(
      `the focus is on “${name}”`,
      async () =>
        (await this.focused()).startsWith(name) || Promise.reject(new Error(`it is on “${await this.focused()}”`)),
    );
  }

  /** Presses keys and waits until the focus is there. */
  async to(name, ...keys) {
    await this.screen.keys(...keys);
    await this.on(name);
  }

  /** Goes on by Enter and waits until it has. */
  enter(next) {
    return this.to(next, 'Return');
  }

  holds(name, value) {
    return until(`“${name}” holds “${value}”`, () =>
      this.page.run(
        `return [...find('textbox', arguments[0], true), ...find('combobox', arguments[0], true)].some(one => one.value === arguments[1]);`,
        name,
        value,
      ),
    );
  }

  async write(name, text) {
    await this.screen.type(text);
    await this.holds(name, text);
  }
}
