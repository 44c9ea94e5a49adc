import { listTestsOfSources } from '@atrium/contract/service-api/functions/tests';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { ServiceClient } from '../../services/service-client.ts';
import type { Services } from '../../services/services.service.ts';
import { listVersionsOfRuns } from '../test-history.repository.ts';
import { findTest } from '../test-result.repository.ts';
import { findRun } from '../test-run.repository.ts';
import type { SearchDraft, SearchedTest } from './change-search.repository.ts';
import { listChanges, type SearchEnd } from './list-changes.ts';
import { findPassedRunId, listReachedServiceIds } from './searched-test.repository.ts';

/** Versions to search: all versions of the services that the test reaches, since it last passed. */
export async function prepareSearch(
  { db, services }: { db: Kysely<Database>; services: Services },
  caller: Caller,
  test: SearchedTest,
): Promise<Pick<SearchDraft, 'passedRunId' | 'base' | 'changes'>> {
  const { domainId } = caller;
  const { runId, serviceId, testId } = test;
  if ((await findTest(db, runId, serviceId, testId))?.status !== 'FAIL') {
    throw new UnprocessableError('This test did not fail in this run.');
  }
  const passedRunId = await findPassedRunId(db, domainId, test);
  if (passedRunId === undefined) {
    throw new UnprocessableError('This test has never passed before, so no version can have broken it.');
  }
  if ((await findRun(db, domainId, runId))?.isCandidate) {
    throw new UnprocessableError(
      'This run tested changes that were not live, so no version can have broken it.',
    );
  }
  // Numbers and times of versions are all that is read.
  const client = services.getClient({
    ...caller,
    permissions: [...caller.permissions, 'configuration.read'],
  });
  const readEnd = async (id: string): Promise<SearchEnd> => {
    const run = await findRun(db, domainId, id);
    if (run === undefined) throw new NotFoundError('There is no such test run.');
    const found = await listVersionsOfRuns(db, domainId, [id]);
    const versions = found.flatMap((one) =>
      one.version === null ? [] : [[one.serviceId, one.version] as const],
    );
    return { startedOn: run.startedOn, versions: new Map(versions) };
  };
  const [passed, failed] = [await readEnd(passedRunId), await readEnd(runId)];
  await refuseWithoutVersions(client, serviceId, failed.versions.get(serviceId));

  const reached = await listReachedServiceIds(db, domainId, test, [passedRunId, runId]);
  const registered = await services.listRegistered();
  const shipped = new Set(registered.filter(({ isShipped }) => isShipped).map(({ id }) => id));
  // Only the shipped services can be told at which versions the others are.
  const others = shipped.has(serviceId) ? reached.filter((id) => id !== serviceId && shipped.has(id)) : [];
  return { passedRunId, ...(await listChanges(client, [serviceId, ...others], passed, failed)) };
}

async function refuseWithoutVersions(
  client: ServiceClient,
  serviceId: string,
  version: number | undefined,
): Promise<void> {
  const refuse = () => new UnprocessableError(`${serviceId} cannot run its tests at an earlier version.`);
  if (version === undefined) throw refuse();
  const body = { sources: [{ serviceId, version, folders: [] }] };
  await client.call(serviceId, listTestsOfSources, { body }).catch((error: unknown) => {
    throw error instanceof NotFoundError || (error as { status?: number }).status === 404 ? refuse() : error;
  });
}
