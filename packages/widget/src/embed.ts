import { defineWidget, WIDGET_TAG } from './atrium-widget.ts';

/**
 * What the script tag of a service's own page loads: `<script src="/console/widget.js" defer></script>`. It defines
 * the element and, where the page has not placed one itself, puts one at the end of the body.
 */
function place() {
  defineWidget();
  if (!document.querySelector(WIDGET_TAG)) document.body.append(document.createElement(WIDGET_TAG));
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', place);
else place();
