import { type FilePlace, filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { diffVersions } from '@atrium/contract/service-api/version-changes';
import { filesToCompare, findRenames } from '@atrium/diff/renames';
import type { ServiceClient } from '../../services/service-client.ts';
import { candidatesOf, EACH_WITH_EACH, readTexts, sameNameFirst, withTexts } from './compared-texts.ts';

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

/** Where a file was before the version that brought it to its place, by git's rule. */
export async function findEarlierPlace(
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
