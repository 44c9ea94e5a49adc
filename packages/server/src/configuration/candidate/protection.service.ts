import type { Protection } from '@atrium/contract/configuration/protection';
import { listTestsOfSources } from '@atrium/contract/service-api/functions/tests';
import { AppError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import {
  deleteProtection,
  hasAnyProtection,
  hasProtection,
  insertProtection,
} from './protection.repository.ts';

type Parts = Pick<ConfigurationParts, 'db' | 'clock' | 'audit' | 'services'>;

/** Name of the log entry. */
const ACTION = 'configuration.protect';

/** Demands of a domain before the configuration of one of its services is changed. */
export class Protections {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether only contents with which a run has passed become live. */
  has({ domainId }: Pick<Caller, 'domainId'>, serviceId: string): Promise<boolean> {
    return hasProtection(this.#parts.db, { domainId, serviceId });
  }

  /** Whether the domain demands a passed run for any of its services: then all its tests decide about what goes in. */
  hasAny({ domainId }: Pick<Caller, 'domainId'>): Promise<boolean> {
    return hasAnyProtection(this.#parts.db, domainId);
  }

  async get(caller: Caller, serviceId: string): Promise<Protection> {
    const { services } = this.#parts;
    await services.get(serviceId);
    const [needsPassedRun, canTestCandidates] = await Promise.all([
      this.has(caller, serviceId),
      this.#canTest(caller, serviceId),
    ]);
    return { needsPassedRun, canTestCandidates };
  }

  async update(
    caller: Caller,
    serviceId: string,
    { needsPassedRun }: Pick<Protection, 'needsPassedRun'>,
  ): Promise<Protection> {
    const { db, clock, audit, services } = this.#parts;
    const { name } = await services.get(serviceId);
    const canTestCandidates = await this.#canTest(caller, serviceId);
    if (needsPassedRun && !canTestCandidates) {
      throw new UnprocessableError(
        `${name} cannot test what is not live, so nothing could ever be submitted to it.`,
      );
    }
    const service = { domainId: caller.domainId, serviceId };
    await db.transaction().execute(async (transaction) => {
      const isChanged = needsPassedRun
        ? await insertProtection(transaction, service, clock.now())
        : await deleteProtection(transaction, service);
      if (!isChanged) return;
      await audit.record(transaction, {
        caller,
        action: ACTION,
        message: needsPassedRun
          ? `${name}: only what its tests have passed with becomes live`
          : `${name}: changes become live untested`,
        before: { serviceId, needsPassedRun: !needsPassedRun },
        after: { serviceId, needsPassedRun },
      });
    });
    return { needsPassedRun, canTestCandidates };
  }

  async #canTest(caller: Caller, serviceId: string): Promise<boolean> {
    try {
      const client = this.#parts.services.getClient({ ...caller, permissions: ['tests.read'] });
      await client.call(serviceId, listTestsOfSources, { body: { sources: [] } });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'notFound') return false;
      throw error;
    }
  }
}
