import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type CheckParts, checkService } from './check-service.ts';
import { updateDueHealthChecks } from './service-health.repository.ts';
import type { Services } from './services.service.ts';

const CHECK_EVERY_MS = 5000;

interface Parts extends CheckParts {
  services: Services;
  log: Pick<Logger, 'warn'>;
}

/** Checks the services now and then, and notifies every browser when one goes down or comes back. */
export class HealthWatch {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #watching: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#watching ??= this.#watch(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  /** Checks what no process has checked for so long. */
  async check(everyMs: number): Promise<void> {
    const { db, clock, services } = this.#parts;
    const now = clock.now();
    const registered = new Map((await services.listRegistered()).map((service) => [service.id, service]));
    // Half a pause early counts as due, because the clocks of processes, and their pauses, differ a little.
    const due = await updateDueHealthChecks(db, now, new Date(now.getTime() - everyMs / 2));
    await Promise.all(
      due.map(async ({ serviceId, backend }) => {
        const service = registered.get(serviceId);
        if (service !== undefined) await checkService(this.#parts, service, backend);
      }),
    );
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.check(CHECK_EVERY_MS).catch((error: unknown) => {
        if (!signal.aborted) this.#parts.log.warn({ err: error }, 'The health of services is not known.');
      });
      await wait(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
