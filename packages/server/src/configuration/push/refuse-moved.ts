import { type IgnoredReason, ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { UnprocessableError } from '@atrium/host/errors';
import type { TreeEntry } from '../../providers/git/reading/tree.ts';

/** Checksums by filePath as last exchanged; undefined where nothing ever was. */
export type PushBase = Readonly<Record<string, string>> | undefined;

const MAX_NAMED = 5;

const NEVER_PULLED = 'The remote has configuration that was never pulled';
const CHANGED = 'The remote has changed since the last pull';

/** The remote has files that a push would undo. */
export class RemoteMovedError extends UnprocessableError {
  readonly #reason: string;
  /** Blob ids by filePath; undefined where the remote has removed the file. */
  readonly moved: ReadonlyMap<string, string | undefined>;

  constructor(reason: string, moved: ReadonlyMap<string, string | undefined>) {
    super(`${reason}: ${named([...moved.keys()])}. Pull and merge first, then push again.`);
    this.#reason = reason;
    this.moved = moved;
  }

  /** The same refusal where some of the files cannot be pulled, by filePath: to pull again would not help there. */
  withUnreadable(unreadable: ReadonlyMap<string, IgnoredReason>): UnprocessableError {
    if (unreadable.size === 0) return this;
    const others = [...this.moved.keys()].filter((path) => !unreadable.has(path));
    const toPull = others.length === 0 ? '' : `${this.#reason}: ${named(others)}. Pull and merge first. `;
    const reasons = [...unreadable].map(([path, reason]) => `${path} (${ignoredReasonText[reason]})`);
    const what = unreadable.size === 1 ? 'it' : 'them';
    return new UnprocessableError(
      `${toPull}${named(reasons)} cannot be pulled: remove or rename ${what} in git, then push again.`,
    );
  }
}

/** Changes of the remote since the last exchange. */
export interface RemoteChanges {
  /** Unchanged metadata whose two versions count as the same. */
  untouched?: ReadonlySet<string> | undefined;
  /** Keeps changes to files that are unchanged here, in place of refusing them. */
  isKept?: boolean | undefined;
}

/**
 * Throws RemoteMovedError for files that someone else changed in the remote since the last exchange, and that are not the same
 * live. Returns the files that keep their state in the remote.
 */
export function refuseMoved(
  remote: ReadonlyMap<string, TreeEntry>,
  live: ReadonlyMap<string, string>,
  base: PushBase,
  { untouched = new Set(), isKept = false }: RemoteChanges,
): Set<string> {
  const known = new Map(Object.entries(base ?? {}));
  const paths = new Set([...remote.keys(), ...known.keys()]);
  const differing = [...paths].filter((path) => {
    const now = remote.get(path)?.blobId;
    return now !== known.get(path) && now !== live.get(path) && !untouched.has(path);
  });
  const kept = new Set(
    isKept && base !== undefined ? differing.filter((path) => live.get(path) === known.get(path)) : [],
  );
  const moved = differing.filter((path) => !kept.has(path));
  if (moved.length === 0) return kept;
  const blobs = new Map(moved.map((path) => [path, remote.get(path)?.blobId]));
  throw new RemoteMovedError(base === undefined ? NEVER_PULLED : CHANGED, blobs);
}

function named(texts: readonly string[]): string {
  const more = texts.length > MAX_NAMED ? ` and ${texts.length - MAX_NAMED} more` : '';
  return `${texts.slice(0, MAX_NAMED).join(', ')}${more}`;
}
