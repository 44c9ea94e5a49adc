// Program of the tests that kill a submit: a second server process on the same database. It submits one service or several,
// which it reads from its standard input, or restores a backup, and reports when it is done.
import { text } from 'node:stream/consumers';
import { submitPull } from '@atrium/contract/configuration/submission';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { openDatabase } from '../src/database/connection.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const { connection, dataFolder, servicesUrl, caller, request, backupId, submission } = JSON.parse(
  await text(process.stdin),
);
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
const signal = new AbortController().signal;
const { serviceSubmissions, backups } = context.configuration;
if (submission !== undefined)
  await context.testRuns.submissionRuns.submit(caller, submitPull.body.parse(submission));
else if (backupId === undefined)
  await serviceSubmissions.confirm(caller, request, { signal, ifMatch: undefined });
else await backups.restore(caller, backupId, {}, { signal, ifMatch: undefined });
process.stdout.write('submitted\n');
process.exit(0);
