import type { Files } from './git-repository.ts';

/** A function as it is in a repository: its source and its metadata. */
export function functionFiles(serviceId: string, path: string, source: string, meta: object = {}): Files {
  return {
    [`${serviceId}/${path}.js`]: source,
    [`${serviceId}/${path}.meta.js`]: `export default ${JSON.stringify(meta, undefined, 2)};\n`,
  };
}

/** Many functions in folders of a hundred: a repository of 5,000 of them holds 10,000 files. */
export function manyFunctions(serviceId: string, count: number): Files {
  const files: Files = {};
  for (let index = 0; index < count; index++) {
    const folder = `bulk/group-${String(Math.floor(index / 100)).padStart(3, '0')}`;
    const source = `export default function answer(input) {\n  return { index: ${index}, input };\n}\n`;
    Object.assign(
      files,
      functionFiles(serviceId, `${folder}/function-${String(index).padStart(5, '0')}`, source),
    );
  }
  return files;
}
