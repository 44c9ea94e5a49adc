import { confirmEmail } from '@atrium/contract/accounts/registration';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestApp } from '../../test/support.ts';

test('the log tells of a request without its query, cookies and tokens', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await using server = await startTestApp({ log });
  const headers = { cookie: 'atrium_refresh=secret-cookie', authorization: 'Bearer secret-bearer' };
  await server.request(confirmEmail, { query: { token: 'secret-token' } }, { headers });
  const text = lines.join('');
  expect(text).toContain('"path":"/auth/v1/confirm"');
  expect(text).not.toContain('secret');
});
