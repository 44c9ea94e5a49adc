import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type CheckParts, checkService } from './check-service.ts';
import { updateDueHealthChecks } from './service-health.repository.ts';
import type { Services } from './services.service.ts';
import { UNREACHED } from './unreached.ts';

const CHECK_EVERY_MS = 5000;
/** So many after which a service is down that no process has checked, because none that checks knows where it is. */
const PAUSES_OF_UNREACHED = 3;

interface Parts extends CheckParts {
  services: Services;
  log: Pick<Logger, 'warn'>;
  /** Whether this process starts services, which says by itself why they do not run. */
  hasOwnServices?: boolean;
}

/** Checks the services now and then, and notifies every browser when one goes down or comes back. */
export class HealthWatch {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #watching: Promise<void> | undefined;
  #wasReached = true;

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
    const unreached = [...registered.values()].filter(({ addresses }) => addresses.length === 0);
    this.#sayWhetherReached(unreached.length === 0);
    const before = (pauses: number) => new Date(now.getTime() - pauses * everyMs);
    const due = await updateDueHealthChecks(db, now, {
      // Half a pause early counts as due, because the clocks of processes, and their pauses, differ a little.
      before: before(0.5),
      // Another process may have services of its own: those it can check, and this one cannot.
      unreached: { ids: unreached.map(({ id }) => id), before: before(PAUSES_OF_UNREACHED) },
    });
    await Promise.all(
      due.map(async ({ serviceId, backend }) => {
        const service = registered.get(serviceId);
        if (service !== undefined) await checkService(this.#parts, service, backend);
      }),
    );
  }

  #sayWhetherReached(isReached: boolean): void {
    const { log, hasOwnServices = false } = this.#parts;
    if (!isReached && this.#wasReached && !hasOwnServices) log.warn(UNREACHED);
    this.#wasReached = isReached;
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
