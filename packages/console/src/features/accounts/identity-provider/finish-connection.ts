import { finishConnection } from '@atrium/contract/accounts/own-identity';
import { call } from '../../../api/call.ts';

/**
 * Connects the account with the provider that redirected the user. Separate module, because the sign-in doesn't need
 * it.
 */
export async function finishConnecting(query: string): Promise<void> {
  await call(finishConnection, { body: { query } });
}
