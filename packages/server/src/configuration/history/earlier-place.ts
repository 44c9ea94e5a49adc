import { type FilePlace, filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { diffVersions } from '@atrium/contract/service-api/version-changes';
import { filesToCompare, findRenames, type RenameCandidate } from '@atrium/diff/renames';
import type { ServiceClient } from '../../services/service-client.ts';
import { readSources } from '../live-configuration.ts';

/** Files of one side of a version that are compared with those of the other, and their characters. */
const MAX_COMPARED = 50;
const MAX_CHARACTERS = 1024 * 1024;

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

/** What is read is little enough to compare each with each, however many files there are. */
export const EACH_WITH_EACH = { limit: Number.POSITIVE_INFINITY };

/** Where a file was before the version that brought it to its place, by git's rule. */
export async function findEarlierPlace(
  client: ServiceClient,
  serviceId: string,
  { place, checksum, content, version, parent }: ArrivedFile,
): Promise<EarlierPlace> {
  const params = { from: parent, to: version.version };
  const { files } = await client.call(serviceId, diffVersions, { params });
  const path = filePathOf(place);
  const deleted = files
    .filter(({ type }) => type === 'DELETED')
    .map((file): RenameCandidate => ({ path: filePathOf(file), checksum: file.before ?? '' }));
  const added = files
    .filter(({ type }) => type === 'NEW')
    .map((file): RenameCandidate => ({ path: filePathOf(file), checksum: file.after ?? '' }))
    .map((file) => (file.path === path ? { path, checksum, content } : file));
  const toCompare = sameNameFirst(filesToCompare(deleted, added, EACH_WITH_EACH).deleted, place);
  const texts = await readTexts(client, serviceId, toCompare, parent);
  const compared = deleted.map((file) => ({ ...file, content: texts.get(file.path) }));
  const from = findRenames(compared, added, EACH_WITH_EACH).find(({ to }) => to.path === path)?.from.path;
  if (from !== undefined) return { place: filePlaceOf(from), isKnown: true };
  return { place: undefined, isKnown: toCompare.every((file) => texts.has(file.path)) };
}

/** Not all are read where they are many: of those, the ones of the same name are most probably the same file. */
export function sameNameFirst(files: readonly RenameCandidate[], { name }: FilePlace): RenameCandidate[] {
  const isOther = ({ path }: RenameCandidate) => Number(filePlaceOf(path).name !== name);
  return files.toSorted((left, right) => isOther(left) - isOther(right));
}

/** The contents of some files in a version, from the first on, as far as they are compared. */
export async function readTexts(
  client: ServiceClient,
  serviceId: string,
  files: readonly RenameCandidate[],
  version: number,
): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  const places = files.slice(0, MAX_COMPARED).map((file) => filePlaceOf(file.path));
  const sources = await readSources(client, serviceId, places, { version });
  const texts = new Map<string, string>();
  let characters = 0;
  // The service answers in an order of its own.
  for (const path of places.map(filePathOf)) {
    const content = sources.get(path)?.content;
    if (content === undefined || characters + content.length > MAX_CHARACTERS) continue;
    characters += content.length;
    texts.set(path, content);
  }
  return texts;
}
