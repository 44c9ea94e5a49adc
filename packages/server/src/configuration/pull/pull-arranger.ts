import type { IgnoredFiles } from '@atrium/contract/configuration/ignored-files';
import type { ReadTree } from '../../providers/git/cache/arrangement.ts';
import type { LastCommits } from '../../providers/git/reading/history.ts';
import type { CompressedPieces } from '../compressed-pieces.ts';
import { buildManifest, type RemoteService } from './manifest.ts';
import { toStoredLastCommits } from './stored-last-commits.ts';
import { toFilePieces } from './stored-manifest.ts';

/*
 * Run by the process that reads repositories: makes of a tree what a pull stores and answers, so that the server never
 * holds a hundred thousand files.
 */

export const PULL_ARRANGER = import.meta.url;

/** A manifest with the files of its services in pieces. */
export interface ArrangedManifest {
  /** Without their files. */
  services: RemoteService[];
  ignored: IgnoredFiles[];
  files: CompressedPieces;
}

export function arrangeTree(
  { entries, outside }: ReadTree,
  chosen: readonly { id: string; name: string }[],
): ArrangedManifest {
  const { services, ignored } = buildManifest(entries, chosen, outside);
  return {
    services: services.map((service) => ({ ...service, files: [] })),
    ignored,
    files: toFilePieces(services),
  };
}

export function arrangeLastCommits(
  last: LastCommits,
  { files }: Pick<ArrangedManifest, 'files'>,
): CompressedPieces {
  return toStoredLastCommits(last, files);
}
