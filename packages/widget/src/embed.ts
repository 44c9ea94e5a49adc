import { defineWidget, WIDGET_TAG } from './atrium-widget.ts';
import { linkPage, type PageLink } from './page-link.ts';

/**
 * What the script tag of a service's own page loads: `<script src="/console/widget.js" defer></script>`. It defines
 * the element and, where the page has not placed one itself, puts one at the end of the body.
 */
function place() {
  defineWidget();
  if (!document.querySelector(WIDGET_TAG)) document.body.append(document.createElement(WIDGET_TAG));
}

declare global {
  interface Window {
    /** Of a page without rights of its own, in the console. */
    atrium?: PageLink;
  }
}

// A page that no operator trusts has an opaque origin: no session reaches it, and no one can sign in there.
if (globalThis.origin === 'null') {
  if (parent !== window) window.atrium = linkPage();
} else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', place);
else place();
