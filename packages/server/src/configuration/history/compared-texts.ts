import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/versions/version-changes';
import type { RenameCandidate } from '@atrium/diff/renames';
import type { ServiceClient } from '../../services/service-client.ts';
import { readSources } from '../live-configuration.ts';

/** Limits of each side of a version that is compared: files, and their characters. */
const MAX_COMPARED = 50;
const MAX_CHARACTERS = 1024 * 1024;

/** The texts that are read are few enough to compare each with each, however many files there are. */
export const EACH_WITH_EACH = { limit: Number.POSITIVE_INFINITY };

/** Files that a version deleted, or added. */
export function candidatesOf(files: readonly VersionChange[], type: 'DELETED' | 'NEW'): RenameCandidate[] {
  const checksum = type === 'DELETED' ? 'before' : 'after';
  return files
    .filter((file) => file.type === type)
    .map((file) => ({ path: filePathOf(file), checksum: file[checksum] ?? '' }));
}

/** Files with their contents, as far as these were read. */
export function withTexts(
  files: readonly RenameCandidate[],
  texts: ReadonlyMap<string, string>,
): RenameCandidate[] {
  return files.map((file) => ({ ...file, content: texts.get(file.path) }));
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
