import type { FileHistory } from '@atrium/contract/configuration/file-history';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';

type Known = Pick<FileHistory, 'versions' | 'isWhole'>;

/** What a history tells and where it ends, in sentences. */
export function historyTexts({ versions, isWhole }: Known): string[] {
  const [newest] = versions;
  const oldest = versions.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const people = new Set(versions.map(({ author }) => author)).size;
  const moves = versions.flatMap(({ version, place }, index) => {
    const before = versions[index + 1]?.place;
    if (before === undefined || filePathOf(before) === filePathOf(place)) return [];
    return [`Before version ${version} it was ${filePathOf(before)}.`];
  });
  return [
    versions.length === 1
      ? `It has not changed since version ${newest.version}.`
      : `${versions.length} versions by ${people === 1 ? 'one author' : `${people} authors`} changed it.`,
    ...moves,
    ...(isWhole
      ? []
      : [
          `Lines of version ${oldest.version} may be older. Earlier versions are no longer kept, or there are too many to compare.`,
        ]),
  ];
}
