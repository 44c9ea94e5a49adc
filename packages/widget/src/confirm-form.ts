import type { FactorMethod } from '@atrium/contract/accounts/sign-in';
import { element } from './dom.ts';
import { provePasskey } from './second-step.ts';
import { CODE_LABELS, codeInput, focusFirst, OTHER_WAYS } from './second-step-form.ts';
import type { Session } from './session.ts';

type Way = FactorMethod | 'password';

const WAYS: Record<Way, string> = { ...OTHER_WAYS, password: 'Use your password' };

const NO_WAY =
  'Your account has no password. Sign out of Atrium and your identity provider, then sign in again.';

/** Asks for the password or a second factor before something that only the person themselves may do, and then does it. */
export function confirmForm(session: Session, next: () => Promise<void>): HTMLFormElement {
  const failure = element('p', { role: 'alert' });
  const form = element('form', { class: 'wide', onsubmit: (event) => void submit(event) });
  let ways: Way[] = ['password'];
  let way: Way = 'password';
  let isBusy = false;

  async function submit(event: Event) {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    failure.textContent = '';
    try {
      await giveProof(session, way, String(new FormData(form).get(way === 'password' ? way : 'code') ?? ''));
      await next();
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error);
      form.querySelector('input')?.select();
    } finally {
      isBusy = false;
    }
  }

  function draw() {
    const others = ways
      .filter((other) => other !== way)
      .map((other) =>
        element(
          'button',
          { type: 'button', class: 'button small', onclick: () => choose(other) },
          WAYS[other],
        ),
      );
    const name = way === 'passkey' ? 'Confirm with passkey' : 'Confirm';
    form.replaceChildren(
      ...fieldsOf(way),
      failure,
      element('button', { class: 'button small primary' }, name),
      ...others,
    );
  }

  function choose(other: Way) {
    way = other;
    failure.textContent = '';
    draw();
    focusFirst(form);
  }

  async function offerOthers() {
    const { factors, recoveryCodesLeft, hasPassword } = await session.authorized('listFactors');
    ways = [...new Set(factors.map(({ kind }) => kind))];
    if (hasPassword) ways.unshift('password');
    if (recoveryCodesLeft > 0) ways.push('recovery-code');
    const [first] = ways;
    if (first === undefined) {
      form.replaceChildren(element('p', {}, NO_WAY));
      return;
    }
    if (!ways.includes(way)) way = first;
    // Text typed in the meantime is kept.
    const typed = form.querySelector('input')?.value ?? '';
    const hadFocus = form.contains((form.getRootNode() as ShadowRoot).activeElement);
    draw();
    const input = form.querySelector('input');
    if (input) input.value = typed;
    if (hadFocus) input?.focus();
  }

  draw();
  // Once it is on the page. Without a list of the other ways the password does.
  queueMicrotask(() => {
    focusFirst(form);
    void offerOthers().catch(() => undefined);
  });
  return form;
}

function fieldsOf(way: Way): HTMLElement[] {
  if (way === 'passkey') return [];
  if (way !== 'password') return [element('label', {}, CODE_LABELS[way], codeInput(way))];
  const password = element('input', {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });
  return [element('label', {}, 'Confirm with your password', password)];
}

async function giveProof(session: Session, way: Way, given: string): Promise<void> {
  if (way === 'password') {
    await (await session.secondStep()).confirm({ method: way, password: given });
  } else if (way === 'passkey') {
    const { challenge, options } = await session.authorized('startConfirmPasskey');
    const response = await provePasskey(options);
    await (await session.secondStep()).confirm({ method: way, challenge, response });
  } else {
    await (await session.secondStep()).confirm({ method: way, code: given });
  }
}
