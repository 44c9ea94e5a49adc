// Program of the test that kills a delivery: a second server process on the same database, which delivers what is due.
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { openDatabase } from '../src/database/connection.ts';
import { Outbox } from '../src/outbox/outbox.service.ts';
import { chatKind } from './chat-kind.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const { connection, url } = JSON.parse(await text(process.stdin));
const context = await buildContext({
  config: readConfig({ ATRIUM_SECRET_KEY: TEST_SECRET_KEY }),
  log: pino({ level: 'silent' }),
  db: openDatabase(connection),
  connection,
});
const outbox = new Outbox({ ...context, kinds: [chatKind(url)] });
await context.jobs.runDue(outbox.bindJobs());
process.exit(0);
