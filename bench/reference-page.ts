import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, preview } from 'vite';

/** Serves a page of this folder that is a reference, built as the console is. */
export async function serveReferencePage(
  name: string,
  outDir: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const root = import.meta.dirname;
  await build({
    root,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, name) } },
    worker: { format: 'es' },
  });
  const server = await preview({
    root,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  return {
    url: `${server.resolvedUrls?.local[0] ?? ''}${name}`,
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
