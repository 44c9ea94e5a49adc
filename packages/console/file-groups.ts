import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** Files of the program, in the order in which they take modules. */
const FILES = ['base', 'queries', 'signed-in'] as const;
type File = (typeof FILES)[number];

const listOf = (file: File) => fileURLToPath(new URL(`./src/${file}-chunk.ts`, import.meta.url));

/**
 * Puts the modules that `src/base-chunk.ts` imports, and their static imports, into the file `base`, and so on: few files
 * for each page. The first files of the program, which the document names, need no others.
 */
export function fileGroups() {
  const files = new Map<string, File>();
  const roots = new Map<File, string[]>();
  const plugin: Plugin = {
    name: 'atrium:file-groups',
    apply: 'build',
    async buildStart() {
      for (const file of FILES) {
        const list = listOf(file);
        const { body } = this.parse(await readFile(list, 'utf8'));
        const sources = body.flatMap((each) => (each.type === 'ImportDeclaration' ? each.source.value : []));
        const found = await Promise.all(sources.map((source) => this.resolve(source, list)));
        roots.set(
          file,
          found.map((each, index) => each?.id ?? this.error(`${list}: ${sources[index]} is not there.`)),
        );
      }
    },
    buildEnd() {
      const take = (id: string, file: File) => {
        if (files.has(id)) return;
        files.set(id, file);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) take(imported, file);
      };
      for (const file of FILES) for (const id of roots.get(file) ?? []) take(id, file);
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const isFirst = ({ name, isEntry }: Rolldown.OutputChunk) =>
        isEntry || name === 'base' || name === 'rolldown-runtime';
      for (const chunk of chunks.filter(
        (each) => isFirst(each) || FILES.some((file) => file === each.name),
      )) {
        for (const other of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
          if (isFirst(chunk) ? isFirst(other) : !other.isDynamicEntry) continue;
          const imported = chunk.moduleIds.flatMap((id) =>
            (this.getModuleInfo(id)?.importedIds ?? []).flatMap((each) =>
              other.moduleIds.includes(each) ? `${id} imports ${each}` : [],
            ),
          );
          this.error(
            `The file "${chunk.name}" would load the file "${other.name}" with it: ${imported.join(', ')}. ` +
              'Load this module with import(), or list it in the src/*-chunk.ts of the file that should have it.',
          );
        }
      }
    },
  };
  return { plugin, fileOf: (id: string) => files.get(id) };
}
