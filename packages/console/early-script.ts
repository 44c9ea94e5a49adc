import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';

/**
 * Builds `src/early/early.ts` into a file of its own, without any other: it is there a second before the program on a
 * slow network. Returns its name below `dir`.
 */
export async function writeEarlyScript(dir: string): Promise<string> {
  const built = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        input: join(import.meta.dirname, 'src', 'early', 'early.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = built.output[0];
  const file = `assets/early-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), code);
  return file;
}
