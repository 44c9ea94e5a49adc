import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startTestServices } from '../../test/support.ts';

const HD = '/hyper-dispatch';

it('says in the log what has failed where a function sees only that it was unavailable', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  await using services = await startTestServices({ log });
  const content = `export default async (_, { content }) => {
    const refused = await content.find(7).catch(({ name }) => name);
    return [refused, await content.find('products').catch(({ name }) => name)];
  };\n`;
  const files = [{ name: 'find.js', action: 'remote', content }];
  const body = { baseVersion: 1, message: 'Find', folders: [{ name: 'functions', files }] };
  await services.call('GET', `${HD}/functions`);
  await services.call('POST', `${HD}/import`, { body });
  await sql`alter table runtime.entry rename to entry_away`.execute(services.context.db);
  const { body: seen } = await services.call('POST', `${HD}/invoke/find`, { body: {} });
  expect(seen).toEqual(['TypeError', 'ServiceUnavailable']);
  const faults = lines.map((line) => JSON.parse(line) as { operation?: string; err: { message: string } });
  expect(faults).toMatchObject([
    { operation: 'content.find', err: { message: 'relation "runtime.entry" does not exist' } },
  ]);
});
