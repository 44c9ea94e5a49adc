import type { PanelParts } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { signedInPanel } from './signed-in-panel.ts';
import { signedOutPanel } from './signed-out-panel.ts';

/**
 * Renders the panel for the signed-in user, or for a visitor. The styles are adopted, because an inline style
 * would need an exception in the content security policy.
 */
export function drawPanel(root: ShadowRoot, parts: PanelParts): void {
  if (root.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyles);
    root.adoptedStyleSheets = [sheet];
  }
  const hadFocus = root.activeElement !== null;
  root.replaceChildren(parts.session.user ? signedInPanel(parts) : signedOutPanel(parts));
  // The focused element is gone, so focus the bar, which names the user.
  if (hadFocus) root.querySelector<HTMLElement>('.bar')?.focus();
}
