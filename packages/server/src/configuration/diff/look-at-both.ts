import type { FileLook } from '@atrium/contract/configuration/look';
import { countChanges } from '@atrium/diff/change-counts';
import { merge3 } from '@atrium/diff/merge';
import type { Contents } from './look-at-contents.ts';
import { findSyntaxFault } from './syntax-fault.ts';

/** `base` is known only where both sides differ from it. */
export function lookAtBoth(path: string, [local, remote]: Contents, base: string | undefined): FileLook {
  const look: FileLook = { ...countChanges(local, remote), ...faultOf('fault', path, remote) };
  if (base === undefined) return look;
  const { isClean, conflictCount, text } = merge3(base, local, remote);
  return { ...look, conflicts: conflictCount, ...(isClean && faultOf('mergeFault', path, text)) };
}

/** Returns where a source file cannot be parsed. */
export function faultOf(key: 'fault' | 'mergeFault', path: string, content: string): Partial<FileLook> {
  const fault = findSyntaxFault(path, content);
  return fault === undefined ? {} : { [key]: fault };
}
