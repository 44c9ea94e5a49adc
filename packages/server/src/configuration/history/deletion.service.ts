import type { FileDeletion } from '@atrium/contract/configuration/file-history';
import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { type FilePlace, filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { getDeletion } from '@atrium/contract/service-api/file-versions';
import { itemNameOf } from '@atrium/contract/service-api/item-file-names';
import { diffVersions, type VersionChange } from '@atrium/contract/service-api/version-changes';
import { filesToCompare, findRenames, type RenameCandidate } from '@atrium/diff/renames';
import { NotFoundError } from '@atrium/host/errors';
import type { People } from '../../accounts/people.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { ServiceClient } from '../../services/service-client.ts';
import type { ConfigurationParts } from '../configuration.ts';
import { readTexts } from './earlier-place.ts';

interface Parts extends ConfigurationParts {
  people: People;
}

/** Which version a file went with, and where it went. */
export class FileDeletions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(caller: Caller, serviceId: string, place: FilePlace): Promise<FileDeletion> {
    const { people, services } = this.#parts;
    const client = services.getClient(caller);
    const { version, liveVersion } = await client.call(serviceId, getDeletion, {
      body: toSourceFileBody(place),
    });
    const { parent, author } = version;
    const path = filePathOf(place);
    if (parent === null) throw new NotFoundError(`There is no version with ${path}.`);
    const params = { from: parent, to: version.version };
    const { files } = await client.call(serviceId, diffVersions, { params });
    const names = await people.listNames(author === null ? [] : [author]);
    const others = files.filter((file) => file.type === 'DELETED' && isOtherOf(path, filePathOf(file)));
    return {
      version: { ...version, user: names.get(author ?? '') ?? '' },
      liveVersion,
      files: [place, ...others.map(({ folderPath, name }) => ({ folderPath, name }))],
      movedTo: await findLaterPlace(client, serviceId, { path, files, ...params }),
    };
  }
}

/** The source of an item beside its metadata, or the other way round. */
function isOtherOf(path: string, other: string): boolean {
  return path !== other && itemNameOf(path) === itemNameOf(other);
}

/** The changes of a version that no longer has a file. */
interface Departure {
  path: string;
  files: readonly VersionChange[];
  from: number;
  to: number;
}

/** Where a version moved a file, by git's rule; null if it deleted it. */
async function findLaterPlace(
  client: ServiceClient,
  serviceId: string,
  { path, files, from, to }: Departure,
): Promise<FilePlace | null> {
  const candidates = (type: VersionChange['type'], checksum: 'before' | 'after') =>
    files
      .filter((file) => file.type === type)
      .map((file): RenameCandidate => ({ path: filePathOf(file), checksum: file[checksum] ?? '' }));
  const [deleted, added] = [candidates('DELETED', 'before'), candidates('NEW', 'after')];
  if (added.length === 0) return null;
  const toCompare = filesToCompare(deleted, added);
  const before = await readTexts(client, serviceId, toCompare.deleted, from);
  const after = await readTexts(client, serviceId, toCompare.added, to);
  const withText = (texts: ReadonlyMap<string, string>) => (file: RenameCandidate) => {
    return { ...file, content: texts.get(file.path) };
  };
  const renames = findRenames(deleted.map(withText(before)), added.map(withText(after)));
  const found = renames.find((rename) => rename.from.path === path);
  return found ? filePlaceOf(found.to.path) : null;
}
