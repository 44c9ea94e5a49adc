import { missingPermission } from '@atrium/contract/permissions';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import type { CandidateChange } from '@atrium/contract/test-runs/candidate-change';
import { ForbiddenError, NotFoundError } from '@atrium/host/errors';
import type { Candidates } from '../configuration/candidate/candidate.service.ts';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { listCandidateTests } from './candidate-tests.ts';
import { refuseWhileRunning, type StartParts, startRun } from './start-run.ts';
import { findRun } from './test-run.repository.ts';

interface Parts extends StartParts {
  candidates: Candidates;
}

interface CandidateOptions {
  /** The changes are of strangers: their tests get no secrets. */
  withoutSecrets?: boolean;
  /** In the transaction that starts the run. */
  onStart?: (transaction: Store, runId: string) => Promise<void>;
}

/** Runs of all tests with changes that are not live. */
export class CandidateRuns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(
    caller: Caller,
    changes: readonly CandidateChange[],
    signal: AbortSignal,
    { withoutSecrets = false, onStart }: CandidateOptions = {},
  ): Promise<CandidateRun> {
    const { candidates, services } = this.#parts;
    if (!caller.permissions.includes('configuration.write'))
      throw new ForbiddenError(missingPermission('configuration.write'));
    await refuseWhileRunning(this.#parts, caller);
    const composition = await candidates.compose(caller, changes, signal);
    const composed = composition.services;
    const listed = await listCandidateTests(services.getClient(caller), composition, withoutSecrets);
    const stored = composed.map(({ serviceId, version, liveDigest, digest }) => {
      return { serviceId, version, liveDigest, digest, untested: listed.untested.get(serviceId) ?? null };
    });
    const digest = filesDigest(stored.map((service) => [service.serviceId, service.digest]));
    const sources = composed.flatMap(({ source }) => (listed.untested.has(source.serviceId) ? [] : [source]));
    const runId = await startRun(
      this.#parts,
      caller,
      // A test that passes only on a retry proves nothing (decision 0033).
      { strategy: 'EXECUTE_ALL', retries: 0 },
      {
        candidate: listed.list,
        withoutSecrets,
        async onStart(transaction, id) {
          const candidate = { runId: id, domainId: caller.domainId, digest, services: stored };
          await candidates.create(transaction, candidate, sources);
          await onStart?.(transaction, id);
        },
      },
    );
    return this.get(caller, runId);
  }

  async get(caller: Caller, runId: string): Promise<CandidateRun> {
    const { db, candidates, services } = this.#parts;
    const [run, candidate, registered] = await Promise.all([
      findRun(db, caller.domainId, runId),
      candidates.find(caller, runId),
      services.listRegistered(),
    ]);
    if (run === undefined || candidate === undefined) throw new NotFoundError('There is no such test run.');
    const names = new Map(registered.map(({ id, name }) => [id, name]));
    return {
      runId,
      digest: candidate.digest,
      status: run.status,
      counts: run.tally.counts,
      services: candidate.services.map((service) => {
        return { ...service, serviceName: names.get(service.serviceId) ?? service.serviceId };
      }),
    };
  }
}
