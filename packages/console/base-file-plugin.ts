import type { Plugin } from 'vite';

/**
 * Fails the build when the first file of the program needs another one of it: that one would need the first in turn, and
 * no page would start. `baseParts` in `vite.config.ts` then lacks a part.
 */
export function selfContainedBase(): Plugin {
  return {
    name: 'atrium:self-contained-base',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name !== 'base') continue;
        const others = chunk.imports.filter((file) => bundle[file]?.name !== 'rolldown-runtime');
        if (others.length > 0) this.error(`The file "base" needs ${others.join(', ')}.`);
      }
    },
  };
}
