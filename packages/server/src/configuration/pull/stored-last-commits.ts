import type { LastCommits } from '../../providers/git/reading/history.ts';
import { type CompressedPieces, piecesOf, slicesOf, toPieces } from '../compressed-pieces.ts';
import { spelledPathOf } from './manifest.ts';
import { readParts } from './stored-manifest.ts';

/*
 * Last commits as they are stored: pieces of the list of commits, then pieces of the indexes into it, one for each file
 * in the order of the manifest. In pulls of earlier versions of the platform the indexes are by service and path, and
 * one piece may hold everything.
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
  files?: Record<string, Record<string, number>>;
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
  for (const { commits, indexes, files } of piecesOf<StoredPiece>(stored)) {
    if (commits.length > 0) yield commits;
    // The list is over.
    if (indexes !== undefined || (files !== undefined && Object.keys(files).length > 0)) return;
  }
}

/** An index into the list of commits; of the next file of the manifest unless it names the file. */
interface StoredIndex {
  file?: { serviceId: string; filePath: string };
  index: number | null;
}

export function* readIndexes(stored: Buffer | null): Generator<StoredIndex> {
  if (stored === null) return;
  for (const { indexes = [], files = {} } of piecesOf<StoredPiece>(stored)) {
    for (const index of indexes) yield { index };
    for (const [serviceId, ofService] of Object.entries(files)) {
      for (const [filePath, index] of Object.entries(ofService))
        yield { file: { serviceId, filePath }, index };
    }
  }
}
