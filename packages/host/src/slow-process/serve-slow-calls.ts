import type { FastifyInstance } from 'fastify';

/** What a process for slow calls is told first. */
export interface SlowProcessStart {
  /** Where it listens; only its parent can enter the folder. */
  socketPath: string;
  /** Whatever its product needs to build the application. */
  settings: unknown;
}

/** Told once it listens. */
export const READY = 'ready';
/** Told to it when nothing new comes any more. */
export const END = 'end';

/**
 * The whole life of a process for slow calls: it builds its application from what its parent says, answers until it is
 * told to end, and ends at once when its parent is gone. Closing the application closes all that belongs to it.
 */
export function serveSlowCalls<Settings>(build: (settings: Settings) => Promise<FastifyInstance>): void {
  // A terminal sends its signals to the parent as well, which decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  process.once('message', (start: SlowProcessStart) => void listen(start));

  async function listen({ socketPath, settings }: SlowProcessStart): Promise<void> {
    const app = await build(settings as Settings);
    // That it listens is nothing to tell anyone but its parent.
    app.log.level = 'warn';
    await app.listen({ path: socketPath });
    // There is only one.
    process.once('message', () => void app.close().finally(() => process.exit()));
    process.send?.(READY);
  }
}
