import { UnprocessableError } from '@atrium/host/errors';
import type { TreeEntry } from '../../providers/git/tree.ts';
import type { PushBase } from './push-changes.ts';

const MAX_NAMED = 5;

const NEVER_PULLED = 'The remote has configuration that was never pulled';

/** Files that someone else changed in the remote since the last exchange, and that are not the same live. */
export function refuseMoved(
  remote: ReadonlyMap<string, TreeEntry>,
  live: ReadonlyMap<string, string>,
  base: PushBase,
): void {
  const known = new Map(Object.entries(base ?? {}));
  const paths = new Set([...remote.keys(), ...known.keys()]);
  const moved = [...paths].filter((path) => {
    const now = remote.get(path)?.blobId;
    return now !== known.get(path) && now !== live.get(path);
  });
  if (moved.length === 0) return;
  const named = moved.slice(0, MAX_NAMED).join(', ');
  const more = moved.length > MAX_NAMED ? ` and ${moved.length - MAX_NAMED} more` : '';
  const reason = base === undefined ? NEVER_PULLED : 'The remote has changed since the last pull';
  throw new UnprocessableError(`${reason}: ${named}${more}. Pull and merge first, then push again.`);
}
