import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { COMPILED_FOLDER } from '@atrium/host/compiled-code';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface StartedServices {
  child: ChildProcess;
  /** What it printed first; `undefined` if it ended before. */
  ready: { ready: boolean; port: number } | undefined;
  errors: string[];
}

/**
 * Starts the real program the way the platform does: settings on its standard input, nothing of the environment; but in a
 * process group of its own, so that a test can signal the whole group as a terminal does.
 */
export async function startServicesProcess(settings: object): Promise<StartedServices> {
  const child = spawn(process.execPath, [program], {
    env: { NODE_COMPILE_CACHE: COMPILED_FOLDER },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const lines = createInterface({ input: child.stdout });
  const line: unknown[] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  const text = line[0];
  return {
    child,
    ready: typeof text === 'string' && text.startsWith('{') ? JSON.parse(text) : undefined,
    errors,
  };
}

/** Process ids of the sandbox; none where the system does not show them. */
export function findSandboxes({ pid }: ChildProcess): number[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  return existsSync(children) ? readFileSync(children, 'utf8').split(' ').map(Number).filter(isSandbox) : [];
}

/** Of a process that has ended nothing is left but its number. */
export function isSandbox(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/supervisor');
  } catch {
    return false;
  }
}
