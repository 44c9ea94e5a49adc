import type { FileHistory } from '@atrium/contract/configuration/file-history';
import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import {
  type FileVersion,
  listFileVersions,
  MAX_FILE_VERSIONS,
} from '@atrium/contract/service-api/versions/file-versions';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import { filesToCompare, findRenames } from '@atrium/diff/renames';
import { NotFoundError } from '@atrium/host/errors';
import { runInThread } from '@atrium/host/in-thread';
import type { People } from '../../accounts/people/people.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { ServiceClient } from '../../services/service-client.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { nameVersions } from '../versions/version-people.ts';
import { candidatesOf, EACH_WITH_EACH, readTexts, sameNameFirst, withTexts } from './compared-texts.ts';

interface Parts extends ConfigurationParts {
  people: People;
}

const BLAME_TIMEOUT_MS = 30_000;
/** Texts are compared until they are this long together. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

type PlacedVersion = FileVersion & { place: FilePlace };

/** The version and author of each line of a file, as far back as contents are kept. */
export class FileHistories {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(caller: Caller, serviceId: string, place: FilePlace, signal: AbortSignal): Promise<FileHistory> {
    const { found, isWhole } = await this.#listContents(caller, serviceId, place, signal);
    const texts = found.map(({ content }) => content);
    const origins = await runInThread<number[]>(new URL('./blame.worker.ts', import.meta.url), texts, {
      signal,
      timeoutMs: BLAME_TIMEOUT_MS,
      tooLong: 'Comparing the versions of this file takes too long.',
    });
    const [newest] = found as [PlacedVersion, ...PlacedVersion[]];
    return {
      content: newest.content,
      checksum: newest.checksum,
      versions: await nameVersions(
        this.#parts,
        caller.domainId,
        serviceId,
        found.map(({ version, place }) => ({ ...version, place })),
      ),
      stretches: toStretches(origins.map((index) => found[index]?.version.version ?? 0)),
      isWhole,
    };
  }

  /** Contents of the file, newest first, at all places that it had. */
  async #listContents(caller: Caller, serviceId: string, livePlace: FilePlace, signal: AbortSignal) {
    const client = this.#parts.services.getClient(caller);
    const found: PlacedVersion[] = [];
    let [place, version]: [FilePlace, number | undefined] = [livePlace, undefined];
    for (;;) {
      signal.throwIfAborted();
      const size = MAX_FILE_VERSIONS - found.length;
      const body = { ...toSourceFileBody(place), version, size };
      const { content, hasMore } = await client.call(serviceId, listFileVersions, { body });
      for (const each of content) found.push({ ...each, place });
      const oldest = found.at(-1);
      // A service that says where a file was before may know nothing of it there.
      if (oldest !== undefined && content.length === 0) return { found, isWhole: false };
      const characters = found.reduce((sum, each) => sum + each.content.length, 0);
      if (oldest === undefined) throw new NotFoundError(`There is no file ${filePathOf(place)}.`);
      if (hasMore || characters > MAX_CHARACTERS) return { found, isWhole: false };
      const { parent } = oldest.version;
      // Versions before the oldest one that is kept have been deleted.
      if (parent === null) return { found, isWhole: oldest.version.version === 1 };
      const earlier = await findEarlierPlace(client, serviceId, { ...oldest, parent });
      if (earlier.place === undefined) return { found, isWhole: earlier.isKnown };
      if (found.length >= MAX_FILE_VERSIONS) return { found, isWhole: false };
      [place, version] = [earlier.place, parent];
    }
  }
}

/** A file that came to its place with a version. */
interface ArrivedFile {
  place: FilePlace;
  checksum: string;
  content: string;
  version: { version: number };
  /** The version before. */
  parent: number;
}

interface EarlierPlace {
  /** Undefined if it was made then. */
  place: FilePlace | undefined;
  /** False if it may have been at the place of a file that it was not compared with. */
  isKnown: boolean;
}

/** The place of a file before the version that moved it, by git's rule. */
async function findEarlierPlace(
  client: ServiceClient,
  serviceId: string,
  { place, checksum, content, version, parent }: ArrivedFile,
): Promise<EarlierPlace> {
  const params = { from: parent, to: version.version };
  const { files } = await client.call(serviceId, diffVersions, { params });
  const path = filePathOf(place);
  const deleted = candidatesOf(files, 'DELETED');
  const added = candidatesOf(files, 'NEW').map((file) =>
    file.path === path ? { path, checksum, content } : file,
  );
  const toCompare = sameNameFirst(filesToCompare(deleted, added, EACH_WITH_EACH).deleted, place);
  const texts = await readTexts(client, serviceId, toCompare, parent);
  const compared = withTexts(deleted, texts);
  const from = findRenames(compared, added, EACH_WITH_EACH).find(({ to }) => to.path === path)?.from.path;
  if (from !== undefined) return { place: filePlaceOf(from), isKnown: true };
  return { place: undefined, isKnown: toCompare.every((file) => texts.has(file.path)) };
}

/** The versions of lines, each stretch of the same one once. */
function toStretches(versions: readonly number[]): FileHistory['stretches'] {
  const stretches: FileHistory['stretches'] = [];
  for (const version of versions) {
    const last = stretches.at(-1);
    if (last?.version === version) last.lines += 1;
    else stretches.push({ lines: 1, version });
  }
  return stretches;
}
