import { type FilePlace, filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { filesToCompare, findRenames, type RenameCandidate } from '@atrium/diff/renames';
import type { ServiceClient } from '../../services/service-client.ts';
import { readTexts } from './earlier-place.ts';

/** The changes of a version that no longer has a file. */
interface Departure {
  path: string;
  files: readonly VersionChange[];
  from: number;
  to: number;
}

/** Where a version moved a file, by git's rule; null if it deleted it. */
export async function findLaterPlace(
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
