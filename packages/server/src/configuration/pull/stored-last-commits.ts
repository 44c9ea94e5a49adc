import type { LastCommits } from '../../providers/git/reading/history.ts';
import { type CompressedPieces, piecesOf, slicesOf, toPieces } from '../compressed-pieces.ts';
import { spelledPathOf } from './manifest.ts';
import { readParts } from './stored-manifest.ts';

/*
 * Stored last commits: pieces of the list of commits, then pieces of the indexes into it, one for each file in the order of the
 * manifest.
 */

const COMMITS_PER_PIECE = 1000;

export interface StoredCommit {
  commitSha: string;
  lastModified: string;
  author: string;
  message: string;
}

interface StoredPiece {
  commits: StoredCommit[];
  indexes?: (number | null)[];
}

/** Of the files of a manifest. */
export function toStoredLastCommits(last: LastCommits, manifest: Buffer): CompressedPieces {
  return toPieces(writePieces(last, manifest));
}

function* writePieces(last: LastCommits, manifest: Buffer): Generator<StoredPiece> {
  for (const slice of slicesOf(last.commits, COMMITS_PER_PIECE)) {
    const commits = slice.map(({ commitSha, committedOn, author, message }) => {
      return { commitSha, lastModified: committedOn.toISOString(), author, message };
    });
    yield { commits };
  }
  for (const { serviceId, files } of readParts(manifest)) {
    const indexes = files.map((file) => last.files.get(`${serviceId}/${spelledPathOf(file)}`) ?? null);
    if (indexes.length > 0) yield { commits: [], indexes };
  }
}

/** The list of commits, some at a time. */
export function* readCommits(stored: Buffer | null): Generator<StoredCommit[]> {
  if (stored === null) return;
  for (const { commits, indexes } of piecesOf<StoredPiece>(stored)) {
    // The list is over.
    if (indexes !== undefined) return;
    yield commits;
  }
}

/** Indexes into the list of commits, of one file after the other in the order of the manifest. */
export function* readIndexes(stored: Buffer | null): Generator<number | null> {
  if (stored === null) return;
  for (const { indexes = [] } of piecesOf<StoredPiece>(stored)) yield* indexes;
}
