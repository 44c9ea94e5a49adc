import { finishConnection } from '@atrium/contract/accounts/own-identity';
import { call } from '../../../api/call.ts';

/** Connects the account with the provider that sent the person back. Apart: the sign-in does not need it. */
export async function finishConnecting(query: string): Promise<void> {
  await call(finishConnection, { body: { query } });
}
