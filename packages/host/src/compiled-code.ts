import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Compile cache next to the installed packages, as in tools/install.mjs: only accounts that may replace the
 * code itself can write there. Node's default is a folder in /tmp, which any account of the machine can create
 * first and fill with code that we would then run.
 */
export const COMPILED_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/** Keeps compiled code for the next start; where the folder cannot be written, nothing is kept. */
export function keepCompiledCode(): void {
  enableCompileCache(COMPILED_FOLDER);
}
