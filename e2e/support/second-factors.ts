import { Secret, TOTP } from 'otpauth';
import type { Api } from './api.ts';

/** What the app shows, now or some periods of 30 seconds later: each code counts once, and one ahead is accepted. */
export function codeOf(secret: string, periodsAhead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + periodsAhead * 30_000 });
}

/** Adds an authenticator app over HTTP with the current code, and returns its secret. */
export async function addAuthenticator(api: Api): Promise<string> {
  const path = '/auth/v1/user/factors/authenticator';
  const { id, secret } = await api.must<{ id: string; secret: string }>('POST', path);
  await api.must('POST', `${path}/${id}/confirm`, { name: 'My phone', code: codeOf(secret) });
  return secret;
}
