import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const SMALLEST_BYTES = 500;

/** Compresses every file once, as well as can be: the server sends `.br` and `.gz` instead of compressing again. */
export function compressedFiles(): Plugin {
  let isWritten = false;
  return {
    name: 'atrium-compressed-files',
    apply: 'build',
    enforce: 'post',
    writeBundle() {
      isWritten = true;
    },
    async closeBundle() {
      // Also called after a failed build, whose own error must be reported.
      if (!isWritten) return;
      const folder = this.environment.config.build.outDir;
      const root = join(this.environment.config.root, folder);
      const names = await readdir(folder.startsWith('/') ? folder : root, { recursive: true });
      for (const name of names) {
        if (/\.(js|css|html|svg)$/.test(name))
          await compress(join(folder.startsWith('/') ? folder : root, name));
      }
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: 11,
    // A megabyte: each file is one block, so that its codes fit the whole file.
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  };
  const [small, widely] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, widely)]);
}
