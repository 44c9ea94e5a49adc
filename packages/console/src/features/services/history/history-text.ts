import type { FileHistory } from '@atrium/contract/configuration/file-history';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isOldestKept } from './oldest-kept.ts';

type Known = Pick<FileHistory, 'versions' | 'isWhole'>;

/** Describes the history and its limits, in sentences. */
export function historyTexts({ versions, isWhole }: Known): string[] {
  const [newest] = versions;
  const oldest = versions.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const changes = versions.filter((version) => !isOldestKept({ isWhole }, version));
  const moves = versions.flatMap(({ version, place }, index) => {
    const before = versions[index + 1]?.place;
    if (before === undefined || filePathOf(before) === filePathOf(place)) return [];
    return [`Before version ${version} it was ${filePathOf(before)}.`];
  });
  return [
    versions.length === 1
      ? `It has not changed since version ${newest.version}.`
      : changesText(changes, oldest.version),
    ...moves,
    ...(isWhole
      ? []
      : [
          `Lines of version ${oldest.version} may be older. Earlier versions are no longer kept, or there are too many to compare.`,
        ]),
  ];
}

function changesText(changes: Known['versions'], oldest: number): string {
  if (changes.length === 1) return `One version has changed it since version ${oldest}.`;
  const people = new Set(changes.map(({ author }) => author)).size;
  return `${changes.length} versions by ${people === 1 ? 'one author' : `${people} authors`} changed it.`;
}
