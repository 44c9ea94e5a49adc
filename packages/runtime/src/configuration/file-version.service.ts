import type { EndpointInput } from '@atrium/contract/endpoint';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { listFileVersions } from '@atrium/contract/service-api/versions/file-versions';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { readSnapshot } from '../database/snapshot.ts';
import { listBlobs } from './blob.repository.ts';
import type { Configurations } from './configuration.service.ts';
import { listPlacedContents, type PlacedContent } from './file-version.repository.ts';
import type { Scope } from './scope.ts';
import { listVersionsByNumber } from './version.repository.ts';

/** A response holds no more text than this, and always one content. */
const MAX_BYTES = 4 * 1024 * 1024;

type Wanted = Pick<EndpointInput<typeof listFileVersions>['body'], 'version' | 'size'>;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  configurations: Pick<Configurations, 'getVersionNumber'>;
}

/** The contents that single files have had. */
export class FileVersions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first, since the file came to its place. */
  async list(scope: Scope, place: FilePlace, { version, size }: Wanted) {
    const { db, configurations } = this.#parts;
    const number = await configurations.getVersionNumber(scope, version);
    // Old versions are deleted at any time, with the files that only they have.
    return readSnapshot(db, (transaction) =>
      this.#read(transaction, scope, place, { version: number, size }),
    );
  }

  /** The version that deleted a file. */
  async getDeletion(scope: Scope, place: FilePlace) {
    const { db, configurations } = this.#parts;
    const liveVersion = await configurations.getVersionNumber(scope, undefined);
    return readSnapshot(db, async (transaction) => {
      const found = await listPlacedContents(transaction, scope, place, { version: liveVersion, limit: 1 });
      const until = found[0]?.untilVersion ?? null;
      const isGone = until !== null && until <= liveVersion;
      if (!isGone) throw new NotFoundError(`No version has deleted ${filePathOf(place)}.`);
      const [version] = await listVersionsByNumber(transaction, scope, [until]);
      return { version: required(version, `version ${until}`), liveVersion };
    });
  }

  async #read(
    transaction: Store,
    scope: Scope,
    place: FilePlace,
    { version: number, size }: { version: number; size: number },
  ) {
    const found = await listPlacedContents(transaction, scope, place, { version: number, limit: size + 1 });
    const { untilVersion = 0 } = found[0] ?? {};
    if (untilVersion !== null && untilVersion <= number)
      throw new NotFoundError(`There is no file ${filePathOf(place)}.`);
    const unbroken = sinceItCame(found);
    const page = withinBytes(unbroken.slice(0, size));
    const versions = await listVersionsByNumber(
      transaction,
      scope,
      page.map(({ fromVersion }) => fromVersion),
    );
    const contents = await listBlobs(
      transaction,
      scope.domainId,
      page.map(({ checksum }) => checksum),
    );
    const records = new Map(versions.map((record) => [record.version, record]));
    return {
      content: page.map(({ fromVersion, checksum }) => ({
        version: required(records.get(fromVersion), `version ${fromVersion}`),
        checksum,
        content: required(contents.get(checksum), checksum),
      })),
      hasMore: page.length < unbroken.length,
    };
  }
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The database has files of ${name}, but not ${name}.`);
  return value;
}

/** A place that was empty for a while holds another file since. */
function sinceItCame(found: readonly PlacedContent[]): readonly PlacedContent[] {
  const gap = found.findIndex(({ fromVersion }, index) => found[index + 1]?.untilVersion !== fromVersion);
  return found.slice(0, gap + 1);
}

function withinBytes(contents: readonly PlacedContent[]): readonly PlacedContent[] {
  let bytes = 0;
  const tooMany = contents.findIndex((each, index) => (bytes += each.bytes) > MAX_BYTES && index > 0);
  return tooMany === -1 ? contents : contents.slice(0, tooMany);
}
