import { element } from './dom.ts';
import type { PanelParts } from './panel-frame.ts';
import { panelFrame } from './panel-frame.ts';

/** The panel of a visitor: a sign-in form, so that any page that embeds the widget can be used at once. */
export function signedOutPanel({ session, isOpen, setOpen }: PanelParts): HTMLElement {
  const failure = element('p', { role: 'alert' });
  const username = element('input', {
    name: 'username',
    autocomplete: 'username',
    autocapitalize: 'none',
    required: true,
  });
  const password = element('input', {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });
  const submit = element('button', { class: 'button primary' }, 'Login');
  let isBusy = false;

  async function signIn(event: Event) {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    submit.setAttribute('aria-disabled', 'true');
    failure.textContent = '';
    try {
      const step = await session.login({ username: username.value, password: password.value });
      if (step === undefined) return;
      const { focusFirst, secondStepForm } = await import('./second-step-form.ts');
      const second = secondStepForm({
        session,
        step,
        onBack() {
          second.replaceWith(first);
          password.value = '';
          password.focus();
        },
      });
      first.replaceWith(second);
      focusFirst(second);
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      isBusy = false;
      submit.removeAttribute('aria-disabled');
    }
  }

  const bar = [element('span', { class: 'who' }, element('b', {}, 'Login'))];
  // Filled in by `refreshPanel`, for as long as it is so.
  const trouble = element('p', { role: 'alert', 'data-trouble': true });
  const first = element(
    'form',
    { onsubmit: (event) => void signIn(event) },
    element('label', {}, 'Username', username),
    element('label', {}, 'Password', password),
    failure,
    submit,
    element('a', { href: '/console/reset/send' }, 'Forgot password?'),
    element('a', { href: '/console/register' }, 'Register here'),
  );
  return panelFrame({ isOpen, setOpen }, { label: 'Login', bar, body: [trouble, first] });
}
