import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Next to what was installed, as tools/install.mjs names it: where only those may write who may replace the code itself. Node's own
 * choice is a folder in /tmp, which any account of the machine can make first and fill with code that we would then run.
 */
export const COMPILED_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/** Keeps compiled code for the next start; where the folder cannot be written, nothing is kept. */
export function keepCompiledCode(): void {
  enableCompileCache(COMPILED_FOLDER);
}
