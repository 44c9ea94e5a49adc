import type { Plugin } from 'vite';

const PRELOADER = /vite\/preload-helper/;
const own = new URL('./src/lib/program-files.ts', import.meta.url).pathname;

/** Parts of the program are fetched by `src/lib/program-files.ts` instead of by Vite's own function. */
export function programFiles(): Plugin {
  return {
    name: 'atrium-program-files',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: PRELOADER },
      handler: () => ({
        code: `export { runPart as __vitePreload } from ${JSON.stringify(own)};`,
        map: { mappings: '' },
      }),
    },
  };
}
