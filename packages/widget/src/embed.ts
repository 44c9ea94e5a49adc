import { defineWidget, WIDGET_TAG } from './atrium-widget.ts';

/**
 * What the script tag loads: `<script src="https://console.example/console/widget.js" defer></script>`. It
 * defines the element and, where the page has not placed one itself, puts one at the end of the body.
 */
const script = document.currentScript as HTMLScriptElement | null;
const scriptOrigin = script ? new URL(script.src, location.href).origin : location.origin;
const origin = scriptOrigin === location.origin ? '' : scriptOrigin;

function place() {
  for (const found of document.querySelectorAll(WIDGET_TAG)) setOrigin(found);
  defineWidget();
  if (document.querySelector(WIDGET_TAG)) return;
  const made = document.createElement(WIDGET_TAG);
  setOrigin(made);
  document.body.append(made);
}

function setOrigin(widget: Element) {
  if (origin !== '' && !widget.hasAttribute('origin')) widget.setAttribute('origin', origin);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', place);
else place();
