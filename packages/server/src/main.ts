import { parseArgs } from 'node:util';
import { surviveClosedOutput } from '@atrium/host/closed-output';
import { keepCompiledCode } from '@atrium/host/compiled-code';
import { createLog } from '@atrium/host/log';
import { logUnhandled } from '@atrium/host/log-unhandled';
import { StartError } from '@atrium/host/start-error';
import { readConfig } from './config.ts';
import type { RunningAtrium } from './start/start-atrium.ts';
import { abandonedLines, administratorLines, startLines } from './start/start-lines.ts';

/** npm and a terminal both pass Ctrl+C on; only a later one means "now". */
const SECOND_SIGNAL_AFTER_MS = 1000;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

keepCompiledCode();
surviveClosedOutput();
await main().catch(refuse);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
  const config = readConfig();
  // Sentences for people go to standard output, the log to standard error.
  const log = createLog({ level: config.logLevel, isForPeople: config.logFormat === 'text' });
  logUnhandled(log);
  const say = (sentence: string) =>
    config.logFormat === 'text' ? process.stderr.write(`${sentence}\n`) : log.info(sentence);
  const print = (lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

  say('Starting …');
  const { startAtrium } = await import('./start/start-atrium.ts');
  const starting = startAtrium(config, log, {
    withDemo: values.demo,
    onFailed: (error) => void stop().finally(() => refuse(error)),
    onFirstAdministrator: (credentials) => print(administratorLines(credentials, config)),
  });
  let running: RunningAtrium | undefined;
  let stoppingSince: number | undefined;
  const stop = async () => {
    stoppingSince ??= performance.now();
    await (await starting).stop((parts) =>
      say(
        `Still stopping, waiting for ${parts.join(', ') || 'the last parts'}. Another signal stops at once.`,
      ),
    );
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stoppingSince === undefined) {
        say(`Stopping after ${signal}: what is under way is finished first.`);
        void stop().then(() => process.exit(0), refuse);
      } else if (performance.now() - stoppingSince > SECOND_SIGNAL_AFTER_MS) {
        // A start that waits for a lock or a long migration has nothing to stop yet.
        running?.abandon();
        process.exit(1);
      }
    });
  }

  running = await starting;
  print(startLines(running, config));
  const abandoned = await abandonedLines(config).catch(() => []);
  if (abandoned.length > 0) print(abandoned);
}

function refuse(error: unknown): never {
  const text =
    error instanceof StartError ? `Atrium cannot run: ${error.message}` : String((error as Error).stack);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
