import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestServices } from '../../test/support.ts';

test('the log says that calls cannot be counted', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  await using services = await startTestServices({ log });
  await sql`alter table runtime.invoked rename to invoked_away`.execute(services.context.db);
  await services.call('POST', '/hyper-dispatch/invoke/greet', { body: {} });
  await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('calls could not be counted yet');
});
