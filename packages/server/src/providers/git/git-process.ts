import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { drained } from '@atrium/host/drained';
import { CanceledError } from '@atrium/host/errors';
import { GitError, readGitError } from './git-errors.ts';

/** Limits of the operating system for one git process. */
interface ProcessLimits {
  /** Writable memory: mapped packs do not count. */
  memoryBytes: number;
  cpuSeconds: number;
}

/** From util-linux; elsewhere (macOS) git's own limits of allocation, output and time have to suffice. */
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

/** Exit code of `prlimit` when it finds no git. */
const GIT_NOT_FOUND = 127;

/** Program and arguments that run git within the limits; its helpers inherit them. */
function limitedGit(
  args: readonly string[],
  { memoryBytes, cpuSeconds }: ProcessLimits,
): [program: string, args: string[]] {
  if (PRLIMIT === undefined) return ['git', [...args]];
  // A process that does not end at the first limit is killed at the second.
  return [PRLIMIT, [`--data=${memoryBytes}`, `--cpu=${cpuSeconds}:${cpuSeconds + 5}`, 'git', ...args]];
}

/** Time and resource limits of one git process. */
interface GitLimits extends ProcessLimits {
  signal: AbortSignal;
  timeoutMs: number;
  /** Bytes of output. */
  maxOutputBytes: number;
}

export interface GitRun extends GitLimits {
  /** Never holds a credential. Values of users are passed after `--` or in `input`. */
  args: readonly string[];
  folder: string;
  environment: Record<string, string>;
  input?: string | Buffer | Iterable<string | Buffer>;
  /** Takes the output as it comes, instead of it being collected. */
  onOutput?: (chunk: Buffer) => void;
  /** Takes what git reports its progress. */
  onProgressText?: (text: string) => void;
  /** Never to appear in an error. */
  secrets?: readonly string[];
  /** Exit codes that are answers, not failures. */
  accept?: (code: number) => boolean;
}

export interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

const KEPT_STDERR = 64 * 1024;

/** Runs one git process in a process group of its own, so that its helpers end with it. */
export async function runGit(run: GitRun): Promise<GitOutput> {
  const { signal, accept = (code) => code === 0 } = run;
  if (signal.aborted) throw abortReason(signal);
  const child = spawn(...limitedGit(run.args, run), {
    cwd: run.folder,
    env: run.environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = waitForEnd(child);
  let stopped: CanceledError | GitError | undefined;
  const stop = (error: CanceledError | GitError) => {
    stopped ??= error;
    killGroup(child);
  };
  const onAbort = () => stop(abortReason(signal));
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(timeoutError(run.timeoutMs)), run.timeoutMs);
  try {
    const [stdout, stderr] = [collectOutput(child.stdout, run, stop), collectWords(child.stderr, run)];
    void feed(child, run.input);
    const { code, signal: endedBy } = await ended;
    if (stopped !== undefined) throw stopped;
    if (endedBy === 'SIGXCPU') throw cpuTimeError(run.cpuSeconds);
    if (code === GIT_NOT_FOUND) throw notStarted();
    if (!accept(code)) throw readGitError(stderr(), run.secrets ?? []);
    return { code, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    killGroup(child);
  }
}

/** The reason passed to `abort()` if it is one of ours; else that someone canceled. */
export function abortReason(signal: AbortSignal): CanceledError | GitError {
  const reason: unknown = signal.reason;
  if (reason instanceof GitError || reason instanceof CanceledError) return reason;
  return new GitError('CANCELED', 'Canceled.');
}

function timeoutError(timeoutMs: number): GitError {
  return new GitError('TIMEOUT', `The git host took longer than ${Math.round(timeoutMs / 1000)} s.`);
}

const cpuTimeError = (seconds: number) =>
  new GitError('TIMEOUT', `Git needs more than ${seconds} s of processor time for this repository.`);

const notStarted = (cause?: unknown) =>
  new GitError('FAILED', 'git could not be started. Is it installed on the server?', cause);

function waitForEnd(child: ChildProcess): Promise<{ code: number; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(cause)));
    child.once('close', (code, signal) => resolve({ code: code ?? 128, signal }));
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}

function collectOutput(stream: Readable, run: GitRun, stop: (error: GitError) => void): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > run.maxOutputBytes) {
      stop(new GitError('TOO_LARGE', 'The repository is too large.'));
      return;
    }
    if (run.onOutput === undefined) {
      chunks.push(chunk);
      return;
    }
    try {
      run.onOutput(chunk);
    } catch (error) {
      stop(
        error instanceof GitError ? error : new GitError('FAILED', 'Git failed. Please try again.', error),
      );
    }
  });
  return () => Buffer.concat(chunks);
}

function collectWords(stream: Readable, { onProgressText }: GitRun): () => string {
  let words = '';
  stream.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    onProgressText?.(text);
    words = (words + text).slice(-KEPT_STDERR);
  });
  return () => words;
}

async function feed(child: ChildProcess, input: GitRun['input']): Promise<void> {
  const { stdin } = child;
  if (stdin === null) return;
  // A process that ends before it has read all of its input prints why on stderr.
  stdin.on('error', () => undefined);
  if (input === undefined || typeof input === 'string' || Buffer.isBuffer(input)) {
    stdin.end(input);
    return;
  }
  for (const part of input) {
    if (stdin.destroyed) return;
    if (!stdin.write(part)) await drained(stdin);
  }
  stdin.end();
}
