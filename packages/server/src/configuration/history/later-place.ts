import type { FileDeletion } from '@atrium/contract/configuration/file-history';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { filesToCompare, findRenames, type Rename, type RenameCandidate } from '@atrium/diff/renames';
import type { ServiceClient } from '../../services/service-client.ts';
import { EACH_WITH_EACH, readTexts, sameNameFirst } from './compared-texts.ts';

/** The changes of a version that no longer has a file. */
interface Departure {
  path: string;
  files: readonly VersionChange[];
  from: number;
  to: number;
}

type LaterPlace = Pick<FileDeletion, 'movedTo' | 'isMoveKnown'>;

/** Where a version moved a file, by git's rule. */
export async function findLaterPlace(
  client: ServiceClient,
  serviceId: string,
  { path, files, from, to }: Departure,
): Promise<LaterPlace> {
  const candidates = (type: VersionChange['type'], checksum: 'before' | 'after') =>
    files
      .filter((file) => file.type === type)
      .map((file): RenameCandidate => ({ path: filePathOf(file), checksum: file[checksum] ?? '' }));
  const [deleted, added] = [candidates('DELETED', 'before'), candidates('NEW', 'after')];
  const toCompare = filesToCompare(deleted, added, EACH_WITH_EACH);
  const own = toCompare.deleted.find((file) => file.path === path);
  // Checksums say it all.
  if (own === undefined) return { movedTo: targetOf(path, findRenames(deleted, added)), isMoveKnown: true };
  const ownFirst = [own, ...toCompare.deleted.filter((file) => file !== own)];
  const before = await readTexts(client, serviceId, ownFirst, from);
  const after = await readTexts(client, serviceId, sameNameFirst(toCompare.added, filePlaceOf(path)), to);
  const withText = (texts: ReadonlyMap<string, string>) => (file: RenameCandidate) => {
    return { ...file, content: texts.get(file.path) };
  };
  const [sources, targets] = [deleted.map(withText(before)), added.map(withText(after))];
  const movedTo = targetOf(path, findRenames(sources, targets, EACH_WITH_EACH));
  const isCompared = before.has(path) && toCompare.added.every((file) => after.has(file.path));
  return { movedTo, isMoveKnown: movedTo !== null || isCompared };
}

function targetOf(
  path: string,
  renames: readonly Rename<RenameCandidate, RenameCandidate>[],
): LaterPlace['movedTo'] {
  const found = renames.find(({ from }) => from.path === path);
  return found ? filePlaceOf(found.to.path) : null;
}
