import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  malformedRequest,
  operationsOf,
  toCommand,
  undescribedIn,
} from '../../../../tools/fuzz/malformed.mjs';
import { seededRandom } from '../../../../tools/seeded-random.mjs';
import { buildUser } from '../../test/factories.ts';
import { startPlatform } from '../../test/shipped-services.ts';

const REQUESTS = 600;
const AT_ONCE = 4;

/** A few of what `tools/fuzz.mjs` sends, over the whole application and the services behind it. */
test('malformed requests give no error of the server, and no error that the contract does not describe', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  await using platform = await startPlatform({}, { log });
  const { app, context } = platform;
  const document = (await app.inject('/console/api/openapi.json')).json<object>();
  const serviceApi = (await app.inject('/console/api/services.openapi.json')).json<object>();
  const operations = [
    // It never ends, and `inject` waits for the end.
    ...operationsOf(document).filter(({ path }) => !path.endsWith('/events')),
    ...['hyper-dispatch', 'content'].flatMap((id) => operationsOf(serviceApi, `/services/${id}`)),
    // Pages need the built console.
  ].filter(({ path }) => !/^\/(index|console\/(?!v1))/.test(path));
  expect(operations.length).toBeGreaterThan(120);
  const callers = [
    undefined,
    await buildUser(context, { roles: ['ROLE_DEV'] }),
    await buildUser(context, { isAdmin: true }),
  ];

  const random = seededRandom(20_261_122);
  const known = callers.flatMap((caller) => (caller === undefined ? [] : [caller.userId, caller.domainId]));
  const failed: string[] = [];
  let left = REQUESTS;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const malformed = malformedRequest(random, operations, known);
      // The limits of one address are not what is tried here.
      malformed.headers['x-forwarded-for'] = `10.0.${left % 250}.${1 + (left % 199)}`;
      const caller = callers[Math.floor(random() * callers.length)];
      if (caller !== undefined) {
        const { token } = await context.tokens.issueAccessToken(caller);
        malformed.headers['authorization'] = `Bearer ${token}`;
      }
      const { method, url, headers, body } = malformed;
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(body && { payload: body }),
      });
      if (answer.statusCode >= 500) failed.push(`${answer.body} ${toCommand('', malformed)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  expect(failed).toEqual([]);
  expect(undescribedIn(lines.join(''))).toEqual([]);
});
