import { SESSION_NOT_ENDED } from '@atrium/contract/error-message';
import type { Session } from './session.ts';

/** Shows what changes while a panel stays, with all that was typed there: the theme, and a session that is not ended yet. */
export function refreshPanel(root: ShadowRoot, { user, trouble }: Session): void {
  for (const radio of root.querySelectorAll<HTMLInputElement>('input[name=theme]')) {
    radio.checked = radio.value === user?.params.theme;
  }
  const alert = root.querySelector('[data-trouble]');
  if (alert) alert.textContent = trouble === 'unended' ? SESSION_NOT_ENDED : '';
}
