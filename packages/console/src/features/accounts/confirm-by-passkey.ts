import { confirmSession, startConfirmPasskey } from '@atrium/contract/accounts/sessions';
import type { startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../api/call.ts';

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Lets the browser ask for a passkey, which then proves who holds the session. */
export async function confirmByPasskey(): Promise<void> {
  const { challenge, options } = await call(startConfirmPasskey, {});
  const { startAuthentication: ask } = await import('@simplewebauthn/browser');
  const response = await ask({ optionsJSON: options as unknown as PasskeyOptions }).catch(
    (cause: unknown) => {
      throw new Error('The browser gave no passkey. Please try again, or confirm another way.', { cause });
    },
  );
  await call(confirmSession, { body: { method: 'passkey', challenge, response: { ...response } } });
}
