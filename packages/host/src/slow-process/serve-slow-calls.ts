import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { surviveClosedOutput } from '../closed-output.ts';

/** Start message of a process for slow calls. */
interface SlowProcessStart {
  /** Socket path; only the parent can enter the folder. */
  socketPath: string;
  /** Product settings that the application is built from. */
  settings: unknown;
}

/** `ask`: whether it lives. `end`: nothing new comes any more. */
export type ToSlowProcess = SlowProcessStart | 'ask' | 'end';
export type FromSlowProcess = { isReady: boolean } | { failure: string };

/** For calls that were sent just before the end. */
const LAST_CALLS_MS = 100;
const TALKATIVE = new Set(['info', 'debug', 'trace']);

/**
 * Runs a process for slow calls. Builds the application from the settings that the parent sends, answers calls until the parent
 * sends `end`, and exits at once when the parent dies. Closing the application closes all its parts.
 */
export function serveSlowCalls<Settings>(build: (settings: Settings) => Promise<FastifyInstance>): void {
  let app: FastifyInstance | undefined;
  // A terminal sends its signals to the parent as well, which decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  surviveClosedOutput();
  process.once('disconnect', () => process.exit());
  process.on('message', (message: ToSlowProcess) => {
    if (message === 'ask') tell({ isReady: app !== undefined });
    else if (message === 'end') void end();
    else start(message).catch(fail);
  });

  async function start({ socketPath, settings }: SlowProcessStart): Promise<void> {
    const built = await build(settings as Settings);
    // Only the parent needs to learn that it listens.
    if (TALKATIVE.has(built.log.level)) built.log.level = 'warn';
    await built.listen({ path: socketPath });
    app = built;
    tell({ isReady: true });
  }

  async function end(): Promise<void> {
    await wait(LAST_CALLS_MS);
    await app?.close();
    process.exit();
  }
}

function tell(message: FromSlowProcess): void {
  // A parent that is gone disconnects, which ends this process.
  process.send?.(message, () => undefined);
}

function fail(error: unknown): void {
  process.send?.({ failure: String(error) } satisfies FromSlowProcess, () => process.exit(1));
}
