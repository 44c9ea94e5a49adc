import { createBrowserSession } from './browser-session.ts';
import { refreshPanel } from './refresh-panel.ts';
import type { Session } from './session.ts';

export type { ProviderReturn, SecondStepCalls } from './second-step.ts';
export type { SessionTrouble } from './session.ts';

import type { SessionEvents } from './session-events.ts';

export const WIDGET_TAG = 'atrium-console-widget';

/**
 * `<atrium-console-widget open>`: manages the session of the page that contains it and shows the signed-in
 * user. Emits access-granted, access-denied, user-data-loaded and theme-changed. Works on the platform's own
 * host, which also serves pages of services; `open` shows the panel expanded.
 */
export class AtriumConsoleWidget extends HTMLElement {
  static readonly observedAttributes = ['open', 'hidden'];
  readonly #root = this.attachShadow({ mode: 'open' });
  #session: Session | undefined;
  #hasStarted = false;
  #shown = '';

  get session(): Session {
    if (this.#session === undefined) {
      this.#session = createBrowserSession((name, detail) => this.#emit(name, detail));
      // The console listens in place of the panel, and says so on its own sign-in page.
      this.#session.onTrouble = () => refreshPanel(this.#root, this.session);
    }
    return this.#session;
  }

  get isOpen(): boolean {
    return this.hasAttribute('open');
  }

  set isOpen(isOpen: boolean) {
    this.toggleAttribute('open', isOpen);
  }

  /** Asks for the session, once; connecting the element to a page does it too. */
  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    void this.session.start();
  }

  connectedCallback(): void {
    this.#render();
    this.start();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'hidden') {
      this.#render();
      return;
    }
    const bar = this.#root.querySelector('.bar');
    bar?.setAttribute('aria-expanded', String(this.isOpen));
    this.#root.querySelector('.body')?.toggleAttribute('hidden', !this.isOpen);
  }

  #emit<Name extends keyof SessionEvents>(name: Name, detail: SessionEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    if (name !== 'access-granted') this.#render();
  }

  /** Draws the panel again when another person, or none, is signed in. */
  #render(): void {
    if (!this.isConnected) return;
    const { status, user } = this.session;
    const { params: _, ...person } = user ?? {};
    const shown = JSON.stringify([this.hidden, status, person]);
    if (shown === this.#shown) return refreshPanel(this.#root, this.session);
    this.#shown = shown;
    // Reserves the height until then, to avoid a layout shift.
    this.toggleAttribute('data-drawn', false);
    // Hidden, it holds nothing: a second sign-in form would only lead password stores astray.
    if (this.hidden || status === 'pending') this.#root.replaceChildren();
    else
      void this.#showPanel(shown).catch(() => {
        // The program failed to load: the next event retries.
        if (this.#shown === shown) this.#shown = '';
      });
  }

  /** Loads the panel with its first use: pages that only need the session do without. */
  async #showPanel(shown: string): Promise<void> {
    const { drawPanel } = await import('./panel.ts');
    if (this.#shown !== shown) return;
    drawPanel(this.#root, {
      session: this.session,
      isOpen: () => this.isOpen,
      setOpen: (isOpen) => {
        this.isOpen = isOpen;
      },
    });
    refreshPanel(this.#root, this.session);
    this.toggleAttribute('data-drawn', true);
  }
}

export function defineWidget(): void {
  if (!customElements.get(WIDGET_TAG)) customElements.define(WIDGET_TAG, AtriumConsoleWidget);
}

declare global {
  interface HTMLElementTagNameMap {
    'atrium-console-widget': AtriumConsoleWidget;
  }
}
