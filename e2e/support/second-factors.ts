import { Secret, TOTP } from 'otpauth';
import type { Api } from './api.ts';

/** What the app shows, now or some periods of 30 seconds later: each code counts once, and one ahead is accepted. */
export function codeOf(secret: string, periodsAhead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + periodsAhead * 30_000 });
}

/** Adds an authenticator app over HTTP with the current code. */
export async function addAuthenticator(api: Api): Promise<{ secret: string; recoveryCodes: string[] }> {
  const path = '/auth/v1/user/factors/authenticator';
  const { id, secret } = await api.must<{ id: string; secret: string }>('POST', path);
  const confirmed = await api.must<{ recoveryCodes?: string[] }>('POST', `${path}/${id}/confirm`, {
    name: 'My phone',
    code: codeOf(secret),
  });
  return { secret, recoveryCodes: confirmed.recoveryCodes ?? [] };
}
