import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface StartedServices {
  child: ChildProcess;
  /** What it printed first; `undefined` if it ended before. */
  ready: { ready: boolean; port: number } | undefined;
  errors: string[];
}

/** Where Node keeps compiled modules by itself. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/** Starts the real program the way the platform does: settings on its standard input, nothing of the environment. */
export async function startServicesProcess(settings: object): Promise<StartedServices> {
  const child = spawn(process.execPath, [program], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['pipe', 'pipe', 'pipe'],
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
