import { filesOfFolders } from '@atrium/contract/configuration/file-ref';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf, sourceFileNames } from '@atrium/contract/service-api/files/item-file-names';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import {
  type getProof,
  type listProofs,
  MAX_REACHING_TESTS,
  type ReachingTest,
  type ReachRecording,
} from '@atrium/contract/test-runs/proof';
import { fromTestId, toTestId } from '@atrium/contract/test-runs/test';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services/services.service.ts';
import { listAllTests } from '../test-list.ts';
import { countProofs } from './count-proofs.ts';
import {
  type LatestReach,
  listLatestReaches,
  listPassedContents,
  listReachedContents,
  type ReachedContent,
} from './proof.repository.ts';

interface Parts {
  db: Kysely<Database>;
  services: Services;
}

/** Test coverage of live files. */
export class Proofs {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller, serviceId: string): Promise<EndpointResponse<typeof listProofs>> {
    const client = this.#parts.services.getClient(caller);
    const { version, folders } = await client.call(serviceId, exportMetadata, { query: {} });
    const files = filesOfFolders(folders);
    const { latest, ...known } = await this.#readLatest(caller, serviceId);
    const proofs = countProofs(files, {
      latest,
      ...(await this.#readKnown(caller, latest, { serviceId, files })),
    });
    const paths = new Set(files.map(filePathOf));
    const shown = proofs.filter((proof) => proof.tests > 0 || !hasSource(proof, paths));
    return { ...known, version, files: shown };
  }

  async get(
    caller: Caller,
    { serviceId, checksum, ...place }: EndpointInput<typeof getProof>['query'],
  ): Promise<EndpointResponse<typeof getProof>> {
    const { latest, ...answer } = await this.#readLatest(caller, serviceId);
    const file = { ...place, checksum };
    const known = await this.#readKnown(caller, latest, { serviceId, files: [file], place });
    const [proof] = countProofs([file], { latest, ...known });
    return {
      ...answer,
      proof: proof as NonNullable<typeof proof>,
      reaching: toReachingTests(checksum, latest, known.contents),
    };
  }

  async #readLatest(caller: Caller, serviceId: string) {
    const { db, services } = this.#parts;
    const groups = await listAllTests(services, caller);
    const tests = groups.flatMap((group) =>
      group.tests.map(({ id }) => ({ serviceId: group.serviceId, testId: fromTestId(id).idInService })),
    );
    const latest = await listLatestReaches(db, caller.domainId, tests);
    const missing = groups.filter(({ error }) => error !== null).map((group) => group.serviceId);
    return { latest, missing, recording: toRecording(latest.filter((test) => test.serviceId === serviceId)) };
  }

  async #readKnown(
    { domainId }: Caller,
    latest: readonly LatestReach[],
    {
      serviceId,
      files,
      place,
    }: { serviceId: string; files: readonly { checksum: string }[]; place?: FilePlace },
  ) {
    const { db } = this.#parts;
    const reachIds = latest.flatMap(({ reachId }) => reachId ?? []);
    const [contents, passed] = await Promise.all([
      listReachedContents(db, domainId, reachIds, { serviceId, place }),
      listPassedContents(db, domainId, serviceId, [...new Set(files.map(({ checksum }) => checksum))]),
    ]);
    return { contents, passed };
  }
}

function toRecording(latest: readonly LatestReach[]): ReachRecording {
  if (latest.length === 0) return 'NEVER_RAN';
  return latest.some(({ reachId }) => reachId !== null) ? 'RECORDED' : 'NOT_RECORDED';
}

/** Metadata beside a source is for callers from outside; a test seldom reads it. */
function hasSource({ folderPath, name }: FilePlace, paths: ReadonlySet<string>): boolean {
  const sources = isMetaFile(name) ? sourceFileNames(itemNameOf(name)) : [];
  return sources.some((source) => paths.has(filePathOf({ folderPath, name: source })));
}

/** The tests that reached a file when they last ran, failing ones first. */
function toReachingTests(
  checksum: string,
  latest: readonly LatestReach[],
  contents: readonly ReachedContent[],
): ReachingTest[] {
  const checksums = new Map(
    contents.flatMap((content) => content.reachIds.map((id) => [id, content.checksum])),
  );
  const tests = latest.flatMap(({ serviceId, testId, status, runId, reachId }) => {
    const reached = checksums.get(reachId ?? -1);
    if (reached === undefined) return [];
    return [{ id: toTestId(serviceId, testId), status, runId, isSameContent: reached === checksum }];
  });
  const rank = ({ status }: ReachingTest) => (status === 'FAIL' ? 0 : 1);
  return tests.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).slice(0, MAX_REACHING_TESTS);
}
