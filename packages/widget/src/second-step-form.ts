import type { FactorMethod, SecondStep } from '@atrium/contract/accounts/sign-in';
import { element } from './dom.ts';
import type { Session } from './session.ts';

interface SecondStepForm {
  session: Session;
  step: SecondStep;
  /** Back to the first step. */
  onBack: () => void;
}

export const OTHER_WAYS: Record<FactorMethod, string> = {
  authenticator: 'Use an authenticator app',
  passkey: 'Use a passkey',
  'recovery-code': 'Use a recovery code',
};
export const CODE_LABELS = {
  authenticator: 'Code from your authenticator app',
  'recovery-code': 'Recovery code',
};

/** The second step of a sign-in, where the first one was. */
export function secondStepForm({ session, step, onBack }: SecondStepForm): HTMLElement {
  const back = element('button', { type: 'button', class: 'button', onclick: onBack }, 'Back');
  if (step.mustSetUp) {
    return element(
      'form',
      {},
      element('p', {}, 'A second factor is required here. Add one on the sign-in page.'),
      element('a', { href: '/console/login' }, 'Go to the sign-in page'),
      back,
    );
  }
  const form = element('form', { onsubmit: (event) => void submit(event) });
  const failure = element('p', { role: 'alert' });
  let method: FactorMethod = step.methods[0] ?? 'authenticator';
  let isBusy = false;

  async function submit(event: Event) {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    failure.textContent = '';
    const code = String(new FormData(form).get('code') ?? '');
    try {
      const calls = await session.secondStep();
      if (method === 'passkey') await calls.givePasskey(step.challenge);
      else await calls.giveCode(step.challenge, method, code);
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error);
      form.querySelector('input')?.select();
    } finally {
      isBusy = false;
    }
  }

  function draw() {
    const given = method === 'passkey' ? [] : [element('label', {}, CODE_LABELS[method], codeInput(method))];
    const others = step.methods
      .filter((other) => other !== method)
      .map((other) =>
        element(
          'button',
          { type: 'button', class: 'button', onclick: () => choose(other) },
          OTHER_WAYS[other],
        ),
      );
    const name = method === 'passkey' ? 'Continue with passkey' : 'Continue';
    form.replaceChildren(
      ...given,
      failure,
      element('button', { class: 'button primary' }, name),
      ...others,
      back,
    );
  }

  function choose(other: FactorMethod) {
    method = other;
    failure.textContent = '';
    draw();
    focusFirst(form);
  }

  draw();
  return form;
}

/** Takes the code of an app, or a recovery code. */
export function codeInput(method: keyof typeof CODE_LABELS): HTMLInputElement {
  return element('input', {
    name: 'code',
    required: true,
    autocomplete: method === 'authenticator' ? 'one-time-code' : 'off',
    autocapitalize: 'none',
    inputmode: method === 'authenticator' ? 'numeric' : 'text',
  });
}

/** Focuses the first control. */
export function focusFirst(form: HTMLElement): void {
  form.querySelector<HTMLElement>('input, a, button')?.focus();
}
