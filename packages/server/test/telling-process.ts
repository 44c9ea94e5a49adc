// Program of the test that kills a process amid telling: a second server process on the same database.
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { openDatabase } from '../src/database/connection.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const { connection } = JSON.parse(await text(process.stdin));
const context = await buildContext({
  config: readConfig({ ATRIUM_SECRET_KEY: TEST_SECRET_KEY, ATRIUM_GIT_ALLOW_PRIVATE: 'true' }),
  log: pino({ level: 'silent' }),
  db: openDatabase(connection),
  connection,
});
await context.jobs.runDue([...context.notifying.jobs, ...context.outbox.bindJobs()]);
process.exit(0);
