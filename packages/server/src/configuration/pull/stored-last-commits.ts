import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { LastCommits } from '../../providers/git/history.ts';
import { type CompressedPieces, piecesOf, slicesOf, toPieces } from '../compressed-pieces.ts';
import { spelledPathOf } from './manifest.ts';
import { readParts } from './stored-manifest.ts';

/*
 * Last commits as they are stored: pieces of the list of commits, then pieces of the indexes into it, in the order of
 * the files in the manifest. In pulls of earlier versions of the platform one piece holds everything.
 */

const COMMITS_PER_PIECE = 1000;

export interface StoredCommit {
  commitSha: string;
  lastModified: string;
  author: string;
  message: string;
}

export interface LastCommitsPiece {
  commits: StoredCommit[];
  /** By service and path: indexes into the list of commits. */
  files: Record<string, Record<string, number>>;
}

/** Of the files of a manifest. */
export function toStoredLastCommits(last: LastCommits, manifest: Buffer): CompressedPieces {
  return toPieces(writePieces(last, manifest));
}

function* writePieces(last: LastCommits, manifest: Buffer): Generator<LastCommitsPiece> {
  for (const slice of slicesOf(last.commits, COMMITS_PER_PIECE)) {
    const commits = slice.map(({ commitSha, committedOn, author, message }) => {
      return { commitSha, lastModified: committedOn.toISOString(), author, message };
    });
    yield { commits, files: {} };
  }
  for (const { serviceId, files } of readParts(manifest)) {
    const indexes: Record<string, number> = {};
    for (const file of files) {
      const index = last.files.get(`${serviceId}/${spelledPathOf(file)}`);
      if (index !== undefined) indexes[filePathOf(file)] = index;
    }
    yield { commits: [], files: { [serviceId]: indexes } };
  }
}

export function readLastCommitsPieces(stored: Buffer | null): Iterable<LastCommitsPiece> {
  return stored === null ? [] : piecesOf<LastCommitsPiece>(stored);
}
