import { startConfirmPasskey } from '@atrium/contract/accounts/sessions';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';

/** Lets the browser ask for a passkey, which then proves who holds the session. */
export async function confirmByPasskey(): Promise<void> {
  const { challenge, options } = await call(startConfirmPasskey, {});
  const { startAuthentication: ask } = await import('@simplewebauthn/browser');
  const response = await ask({ optionsJSON: options }).catch((cause: unknown) => {
    throw new Error('The browser gave no passkey. Please try again, or confirm another way.', { cause });
  });
  await (await session().secondStep()).confirm({ method: 'passkey', challenge, response: { ...response } });
}
