import type { Plugin, Rolldown } from 'vite';

const IMPORT = /\bimport\(([`"'])\.\/([^`"']+)\1\)/g;

/** Runs each `import()` through `runPart` of `src/lib/program-files.ts`, together with the names of the files it needs. */
export function programFiles(): Plugin {
  return {
    name: 'atrium-program-files',
    apply: 'build',
    // Vite's own wrapper around `import()` preloads nothing and passes errors on.
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: () => [] } } }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const first = filesOf(
          chunks,
          chunks.filter(({ isEntry }) => isEntry),
        );
        for (const chunk of chunks.filter(({ dynamicImports }) => dynamicImports.length > 0)) {
          const names: string[] = [];
          let count = 0;
          const code = chunk.code.replaceAll(IMPORT, (call, _quote, file: string) => {
            const part = chunks.filter(({ fileName }) => fileName === `assets/${file}`);
            const needed = [...filesOf(chunks, part)].filter((name) => !first.has(name));
            for (const name of needed) if (!names.includes(name)) names.push(name);
            const indexes = needed.map((name) => names.indexOf(name));
            count += 1;
            return `atriumPart(()=>${call},[${indexes.join()}].map(i=>atriumFiles[i]))`;
          });
          if (count < chunk.dynamicImports.length) {
            this.error(
              `${chunk.fileName} imports ${chunk.dynamicImports.join(', ')} in a form that this plugin does not know.`,
            );
          }
          chunk.code = `const atriumFiles=${JSON.stringify(names)};${code}`;
        }
      },
    },
  };
}

/** Returns files and their transitive imports, in the order of first use. */
export function filesOf(
  chunks: readonly Rolldown.OutputChunk[],
  parts: readonly Rolldown.OutputChunk[],
): Set<string> {
  const found = new Set<string>();
  const follow = ({ fileName, imports }: Rolldown.OutputChunk) => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const each of chunks) if (imports.includes(each.fileName)) follow(each);
  };
  for (const part of parts) follow(part);
  return found;
}
