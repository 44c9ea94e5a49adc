import type { EndpointResponse } from '@atrium/contract/endpoint';
import { missingPermission } from '@atrium/contract/permissions';
import type { TestStatus } from '@atrium/contract/test-runs/status';
import type { getReturnDraft, SubmitReturn } from '@atrium/contract/test-runs/submit-return';
import { ForbiddenError, NotFoundError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { StoredReturnedService } from '../configuration.tables.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { listBackupsOfKey } from '../versions/backup.repository.ts';
import { findSubmitted } from './find-submitted.ts';
import { returnJob } from './return.job.ts';
import {
  findDraft,
  findReturn,
  hasReturnable,
  listReturningRunIds,
  type StoredReturn,
  updateReturn,
} from './return.repository.ts';

interface DecidedRun {
  id: string;
  domainId: string;
  status: TestStatus;
  /** The tests of every service were among them. */
  haveAllRun: boolean;
}

/** Longer than a run takes, so that one that was lost ends the wait for it. */
const MAX_PENDING_MS = 3 * 3_600_000;

/** Submits that are undone if a test of the run after them fails. */
export class Returns {
  readonly #parts: ConfigurationParts;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
  }

  /** Services submitted under the key since its last run; throws ConflictError unless all of them are still live. */
  findSubmitted(caller: Caller, backupKey: string): Promise<StoredReturnedService[]> {
    if (!caller.permissions.includes('configuration.write'))
      throw new ForbiddenError(missingPermission('configuration.write'));
    return findSubmitted(this.#parts, caller, backupKey);
  }

  /** In the transaction that ends a run: a failed test returns the submit. */
  async decide(transaction: Store, run: DecidedRun): Promise<void> {
    const key = { runId: run.id, domainId: run.domainId, state: 'WAITING' as const };
    if (run.status === 'FAIL') {
      if (await updateReturn(transaction, key, { state: 'RETURNING' }))
        await this.#parts.jobs.send(returnJob, { runId: run.id }, { transaction, key: run.id });
      return;
    }
    await updateReturn(transaction, key, { state: 'KEPT', reason: reasonToKeep(run) });
  }

  /** Whether tests may still return a submit of the domain. */
  isPending(domainId: string): Promise<boolean> {
    const { db, clock } = this.#parts;
    return hasReturnable(db, domainId, new Date(clock.now().getTime() - MAX_PENDING_MS));
  }

  /** Runs whose submit is being returned: that ends with them. */
  listReturningRunIds(domainId: string): Promise<string[]> {
    return listReturningRunIds(this.#parts.db, domainId);
  }

  async find(caller: Caller, runId: string): Promise<SubmitReturn | undefined> {
    const found = await findReturn(this.#parts.db, caller.domainId, runId);
    if (found === undefined) return undefined;
    const registered = await this.#parts.services.listRegistered();
    const names = new Map(registered.map(({ id, name }) => [id, name]));
    const { state, reason, pullId } = found;
    const back = state === 'RETURNING' ? await this.#listBack(found) : undefined;
    const services = found.services.map((service) => {
      const { serviceId, returned } = service;
      const serviceName = names.get(serviceId) ?? serviceId;
      return { ...service, serviceName, returned: back ? (back.get(serviceId) ?? null) : returned };
    });
    return { state, reason, services, pullId };
  }

  /** The services that are back already while others are not yet, with the versions that put them back. */
  async #listBack({ domainId, runId }: StoredReturn): Promise<Map<string, number>> {
    const back = new Map<string, number>();
    for (const { serviceId, importedVersion } of await listBackupsOfKey(this.#parts.db, domainId, runId)) {
      // Each second step of a service goes forward again.
      if (!back.delete(serviceId) && importedVersion !== null) back.set(serviceId, importedVersion);
    }
    return back;
  }

  async getDraft(caller: Caller, runId: string): Promise<EndpointResponse<typeof getReturnDraft>> {
    const found = await findDraft(this.#parts.db, caller.domainId, runId);
    if (found === undefined) throw new NotFoundError('There is no draft of this submit.');
    return found;
  }
}

function reasonToKeep({ status, haveAllRun }: DecidedRun): string {
  if (status !== 'OK') return 'The run ended before it was known whether all tests pass.';
  return haveAllRun
    ? 'All tests passed.'
    : 'The tests that ran passed, but those of a service could not be listed: not all of them ran.';
}
