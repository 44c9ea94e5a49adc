import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';
import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/configuration-file';
import {
  type FileVersion,
  listFileVersions,
  MAX_FILE_VERSIONS,
} from '@atrium/contract/service-api/file-versions';
import { NotFoundError } from '@atrium/host/errors';
import type { People } from '../../accounts/people.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { runInThread } from '../in-thread.ts';
import { findEarlierPlace } from './earlier-place.ts';
import { toStretches } from './stretches.ts';

interface Parts extends ConfigurationParts {
  people: People;
}

const BLAME_TIMEOUT_MS = 30_000;
/** Texts are compared until they are this long together. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

type PlacedVersion = FileVersion & { place: FilePlace };

/** Who brought the lines of a file, as far back as its contents are kept. */
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
      versions: await this.#nameAuthors(found),
      stretches: toStretches(origins.map((index) => found[index]?.version.version ?? 0)),
      isWhole,
    };
  }

  /** What the file held, newest first, at the places where it was. */
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

  async #nameAuthors(found: readonly PlacedVersion[]): Promise<HistoryVersion[]> {
    const names = await this.#parts.people.listNames([
      ...new Set(found.flatMap(({ version }) => version.author ?? [])),
    ]);
    return found.map(({ version, place }) => ({
      ...version,
      place,
      user: names.get(version.author ?? '') ?? '',
    }));
  }
}
