import { confirmAuthenticator, startAuthenticator } from '@atrium/contract/accounts/second-factor';
import type { SecondStep } from '@atrium/contract/accounts/sign-in';
import { login } from '@atrium/contract/accounts/sign-in';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Person } from './people.ts';
import type { TestApp } from './support.ts';

/** What an authenticator app shows at the time of the test's clock. */
export function codeOf(server: TestApp, secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: server.clock.now().getTime() });
}

/** Adds an authenticator app; 30 seconds later, so that its next code is a new one. */
export async function addAuthenticator(server: TestApp, { bearer: headers }: Browser, name = 'Phone') {
  const started = (await server.request(startAuthenticator, {}, { headers })).json<{
    id: string;
    secret: string;
  }>();
  const body = { name, code: codeOf(server, started.secret) };
  const added = await server.request(confirmAuthenticator, { params: { id: started.id }, body }, { headers });
  if (added.statusCode !== 200) throw new Error(`adding answered ${added.statusCode}: ${added.body}`);
  server.clock.travel(30_000);
  const { recoveryCodes = [] } = added.json<{ recoveryCodes?: string[] }>();
  return { ...started, recoveryCodes };
}

/** The first step of a sign-in. */
export async function giveCredentials(
  server: TestApp,
  { username, password }: Pick<Person, 'password' | 'username'>,
): Promise<SecondStep> {
  const answer = await server.request(login, { body: { username, password } });
  if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`);
  if (answer.cookies.length > 0) throw new Error('a session began with the first step');
  return answer.json<SecondStep>();
}
