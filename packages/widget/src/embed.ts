import { defineWidget, WIDGET_TAG } from './atrium-widget.ts';

/** Grant of the console for a page. */
interface Allowed {
  permissions: string[];
  expiresOn: string;
}

interface RelayedCall {
  method: string;
  path: string;
  body?: unknown;
}

/** API of a page without rights of its own: it requests a grant from the person through the embedding console. */
interface PageLink {
  /** Asks the person for permissions, by their names. Rejects if they refuse. */
  ask(permissions: string[]): Promise<Allowed>;
  /** Makes a call with the granted permissions. */
  call(call: RelayedCall): Promise<{ status: number; body: string }>;
}

const KIND = 'atrium-page';

/** Hands one end of a channel to the console, which knows the page by its window and by the name that it gave it. */
function linkPage(): PageLink {
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let count = 0;
  port.onmessage = ({ data }: MessageEvent<{ id?: number; result?: never; error?: string }>) => {
    const asked = data.id === undefined ? undefined : waiting.get(data.id);
    if (data.id === undefined || asked === undefined) return;
    waiting.delete(data.id);
    if (data.error === undefined) asked.resolve(data.result as never);
    else asked.reject(new Error(data.error));
  };
  const send = <Result>(message: object) =>
    new Promise<Result>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      port.postMessage({ id: count, ...message });
    });
  // Only the console can frame this page, because the page's own policy forbids others. The nonce comes from
  // it.
  parent.postMessage({ kind: KIND, nonce: window.name }, '*', [port2]);
  return { ask: (permissions) => send({ ask: permissions }), call: (call) => send({ call }) };
}

/**
 * Entry point of the script tag of a service's own page: `<script src="/console/widget.js" defer></script>`.
 * Defines the element and, unless the page has placed one itself, appends one to the body.
 */
function place() {
  defineWidget();
  if (!document.querySelector(WIDGET_TAG)) document.body.append(document.createElement(WIDGET_TAG));
}

declare global {
  interface Window {
    /** API for a page without rights of its own, in the console. */
    atrium?: PageLink;
  }
}

// A page that no operator trusts has an opaque origin: no session reaches it, and no one can sign in there.
if (globalThis.origin === 'null') {
  if (parent !== window) window.atrium = linkPage();
} else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', place);
else place();
