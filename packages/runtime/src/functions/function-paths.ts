import {
  FUNCTIONS_FOLDER,
  findSource,
  isMetaFile,
  itemNameOf,
} from '@atrium/contract/service-api/files/item-file-names';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { SourceChanges } from '../sandbox/sandbox-call.ts';

/** Path of a function's source; undefined for one that does not exist. */
export function pathOf({ sources }: LiveConfiguration, name: string): string | undefined {
  return findSource(sources, `${FUNCTIONS_FOLDER}/${name}`);
}

/** Name of the function that a source is of. */
export function nameOf(path: string): string {
  return path.slice(FUNCTIONS_FOLDER.length + 1).replace(/\.\w+$/, '');
}

export function isDisabled({ metadata }: LiveConfiguration, name: string): boolean {
  return metadata.get(`${FUNCTIONS_FOLDER}/${name}`)?.['disabled'] === true;
}

/** Sources and disabled functions as changes of one of the configurations that are kept, or of none. */
export function readSources(live: LiveConfiguration, kept: readonly string[]): SourceChanges {
  const { formers, sources, metadata } = live;
  const last = formers.findIndex(({ key }) => kept.includes(key));
  const paths = last === -1 ? [] : formers.slice(0, last + 1).flatMap((former) => former.paths);
  const disabledOf = (item: string, fields: Record<string, unknown> | undefined) =>
    [item, fields?.['disabled'] === true && item.startsWith(`${FUNCTIONS_FOLDER}/`)] as const;
  if (last === -1) {
    const disabled = [...metadata].map(([item, fields]) => disabledOf(item, fields)).filter(([, is]) => is);
    return { base: undefined, files: new Map(sources), disabled: new Map(disabled) };
  }
  const [changedMeta, changed] = [paths.filter(isMetaFile), paths.filter((path) => !isMetaFile(path))];
  return {
    base: formers[last]?.key,
    files: new Map(changed.map((path) => [path, sources.get(path) ?? null])),
    disabled: new Map(changedMeta.map(itemNameOf).map((item) => disabledOf(item, metadata.get(item)))),
  };
}
