// Program of the test that kills a push of changes made here: a second server process on the same database.
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { openDatabase } from '../src/database/connection.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const { connection, dataFolder, servicesUrl, key } = JSON.parse(await text(process.stdin));
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
await context.gitSync.toGit.send(key, AbortSignal.timeout(60_000));
process.exit(0);
