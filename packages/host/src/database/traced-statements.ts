import type pg from 'pg';
import type { StartedTracing } from '../tracing/open-telemetry.ts';

/**
 * The connections of a pool, with a span for each statement of what is recorded. Kysely's own log would wrap every
 * statement of everything else as well, for several percent of a short request's time.
 */
export function tracedClient(Client: typeof pg.Client, tracing: StartedTracing): typeof pg.Client {
  return class extends Client {
    // The driver's own type has a dozen overloads; with text and values it returns a promise.
    override query(...given: unknown[]): never {
      const query = super.query as (...args: unknown[]) => never;
      const [text, values] = given;
      const isPlain = given.length <= 2 && typeof text === 'string' && typeof values !== 'function';
      if (!isPlain || !tracing.isRecording()) return query.apply(this, given);
      return tracing.inStatement(text, async () => query.apply(this, given)) as never;
    }
  };
}
