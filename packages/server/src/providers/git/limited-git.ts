import { existsSync } from 'node:fs';

/** What the operating system allows one git process. */
export interface ProcessLimits {
  /** Memory that it may write to: what it maps from packs does not count. */
  memoryBytes: number;
  cpuSeconds: number;
}

/** Of util-linux; elsewhere (macOS) git's own limit of one allocation, output and time must do. */
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

/** Exit code of `prlimit` when it finds no git. */
export const GIT_NOT_FOUND = 127;

/** Program and arguments that run git within the limits; its helpers inherit them. */
export function limitedGit(
  args: readonly string[],
  { memoryBytes, cpuSeconds }: ProcessLimits,
): [program: string, args: string[]] {
  if (PRLIMIT === undefined) return ['git', [...args]];
  // A process that does not end at the first limit is killed at the second.
  return [PRLIMIT, [`--data=${memoryBytes}`, `--cpu=${cpuSeconds}:${cpuSeconds + 5}`, 'git', ...args]];
}
