import type { FileDeletion } from '@atrium/contract/configuration/file-history';
import { filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { filesToCompare, findRenames, type Rename, type RenameCandidate } from '@atrium/diff/renames';
import type { ServiceClient } from '../../services/service-client.ts';
import { candidatesOf, EACH_WITH_EACH, readTexts, sameNameFirst, withTexts } from './compared-texts.ts';

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
  const [deleted, added] = [candidatesOf(files, 'DELETED'), candidatesOf(files, 'NEW')];
  const toCompare = filesToCompare(deleted, added, EACH_WITH_EACH);
  const own = toCompare.deleted.find((file) => file.path === path);
  // Checksums say it all.
  if (own === undefined) return { movedTo: targetOf(path, findRenames(deleted, added)), isMoveKnown: true };
  const ownFirst = [own, ...toCompare.deleted.filter((file) => file !== own)];
  const before = await readTexts(client, serviceId, ownFirst, from);
  const after = await readTexts(client, serviceId, sameNameFirst(toCompare.added, filePlaceOf(path)), to);
  const renames = findRenames(withTexts(deleted, before), withTexts(added, after), EACH_WITH_EACH);
  const movedTo = targetOf(path, renames);
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
