import { join } from 'node:path';
import { gitEnvironment } from './git-environment.ts';
import { type GitOutput, type GitRun, runGit } from './git-process.ts';

type Local = Pick<GitRun, 'args'> &
  Partial<Pick<GitRun, 'input' | 'onOutput' | 'onProgressText' | 'accept' | 'memoryBytes' | 'cpuSeconds'>>;

export interface LocalCall extends Local {
  folder: string;
  signal: AbortSignal;
  timeoutMs?: number;
  maxOutputBytes?: number;
}

const LOCAL_TIMEOUT_MS = 120_000;
/** Resources that git needs for the largest repositories within the other limits. */
export const PROCESS_LIMITS = { memoryBytes: 1024 ** 3, cpuSeconds: 180 };
export const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Git without the network. `GIT_DIR` may be another repository than the one that holds the objects. */
export function runLocalGit(call: LocalCall, extra: Record<string, string> = {}): Promise<GitOutput> {
  return runGit({
    ...PROCESS_LIMITS,
    timeoutMs: LOCAL_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...call,
    environment: { ...gitEnvironment(join(call.folder, 'home')), GIT_DIR: call.folder, ...extra },
  });
}
