import { StartError } from '@atrium/host/start-error';
import { destination, pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { hasCluster } from '../database/embedded/place.ts';
import { openServerForCommand } from '../database/open-store.ts';
import { prepareDataFolder } from '../start/data-folder.ts';
import { auditCommands } from './audit.commands.ts';
import { backupCommands } from './backup.commands.ts';
import { billingCommands } from './billing.commands.ts';
import { customersCommands } from './customers.commands.ts';
import { databaseCommands } from './database.commands.ts';
import { domainCommands } from './domain.commands.ts';
import { keyCommands } from './key.commands.ts';
import { loginCommands } from './login.commands.ts';
import { readCommand, sentenceOf } from './run-command.ts';
import { serviceCommands } from './service.commands.ts';
import { testCommands } from './test.commands.ts';
import { userCommands } from './user.commands.ts';

/** Every command of the operator; an area adds its own file of them. */
const commands = [
  ...auditCommands,
  ...backupCommands,
  ...billingCommands,
  ...customersCommands,
  ...databaseCommands,
  ...domainCommands,
  ...keyCommands,
  ...loginCommands,
  ...serviceCommands,
  ...testCommands,
  ...userCommands,
];

/** Runs a command. An error becomes one sentence on standard error. */
export async function runCommandLine(words: string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

async function run(words: string[]): Promise<void> {
  const { command, operands, options } = readCommand(commands, words);
  const config = readConfig();
  if ('runRemotely' in command) {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    if (!(await command.runRemotely(config, operands, options, print))) process.exitCode = 1;
    return;
  }
  if (command.needsNoDatabase !== true) refuseWithoutDatabase(config);
  const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }));
  prepareDataFolder(config.dataFolder);
  await using steps = new AsyncDisposableStack();
  const onFailed = (error: Error) => log.error(error.message);
  if ('runAtPlace' in command) {
    const openDatabase = async () => {
      const { directConnection, stop } = await openServerForCommand({ config, log, onFailed });
      steps.defer(stop);
      return directConnection;
    };
    process.stdout.write(`${await command.runAtPlace({ config, log, openDatabase }, operands, options)}\n`);
    return;
  }
  // The whole product is loaded for those that work on it; the others start in half of the time.
  const { openContextForCommand } = await import('../context.ts');
  const { context, store } = await openContextForCommand({ config, log, onFailed });
  steps.defer(() => store.stop());
  steps.defer(() => context.close());
  process.stdout.write(`${await command.run(context, operands, options)}\n`);
}

/** A command that was not told where Atrium's database is would make one, and report success about it. */
function refuseWithoutDatabase({ databaseUrl, dataFolder }: Config): void {
  if (databaseUrl !== undefined || hasCluster(dataFolder)) return;
  throw new StartError(
    `There is no database in ${dataFolder}. Run the command with the settings of Atrium's processes: DATABASE_URL, or the ATRIUM_DATA of an embedded database.`,
  );
}
