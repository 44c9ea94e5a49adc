import { element } from './dom.ts';
import type { Session } from './session.ts';

/** Asks for the password before something that only the person themselves may do, and then does it. */
export function confirmForm(session: Session, next: () => Promise<void>): HTMLFormElement {
  const failure = element('p', { role: 'alert' });
  const password = element('input', {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });
  let isBusy = false;
  async function confirm(event: Event) {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    failure.textContent = '';
    try {
      await session.authorized('confirmSession', { body: { method: 'password', password: password.value } });
      await next();
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      isBusy = false;
    }
  }
  const form = element(
    'form',
    { class: 'wide', onsubmit: (event) => void confirm(event) },
    element('label', {}, 'Confirm with your password', password),
    failure,
    element('button', { class: 'button small primary' }, 'Confirm'),
  );
  // Once it is on the page.
  queueMicrotask(() => password.focus());
  return form;
}
