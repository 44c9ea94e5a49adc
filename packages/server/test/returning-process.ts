// Program of the tests that kill a return: a second server process on the same database. It puts back what the run that
// it is given has found to be wrong.
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { openDatabase } from '../src/database/connection.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const { connection, dataFolder, servicesUrl, runId } = JSON.parse(await text(process.stdin));
const context = await buildContext({
  config: {
    ...readConfig({ ATRIUM_SECRET_KEY: TEST_SECRET_KEY }),
    dataFolder,
    gitAllowPrivate: true,
    servicesUrl,
  },
  log: pino({ level: 'silent' }),
  db: openDatabase(connection),
  connection,
});
await context.configuration.returning.run(runId, new AbortController().signal);
process.exit(0);
