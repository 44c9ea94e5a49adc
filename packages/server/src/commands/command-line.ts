import { destination, pino } from 'pino';
import { readConfig } from '../config.ts';
import { openContextForCommand } from '../context.ts';
import { findServerForCommand } from '../database/open-store.ts';
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

/** Runs what the words say. What goes wrong becomes one sentence on standard error. */
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
  const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }));
  prepareDataFolder(config.dataFolder);
  await using steps = new AsyncDisposableStack();
  const onFailed = (error: Error) => log.error(error.message);
  if ('runAtPlace' in command) {
    const openDatabase = async () => {
      const { directConnection, stop } = await findServerForCommand({ config, log, onFailed });
      steps.defer(stop);
      return directConnection;
    };
    process.stdout.write(`${await command.runAtPlace({ config, log, openDatabase }, operands, options)}\n`);
    return;
  }
  const { context, store } = await openContextForCommand({ config, log, onFailed });
  steps.defer(() => store.stop());
  steps.defer(() => context.close());
  process.stdout.write(`${await command.run(context, operands, options)}\n`);
}
