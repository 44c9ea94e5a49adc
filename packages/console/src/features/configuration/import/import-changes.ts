import type { BaseFiles } from '@atrium/contract/configuration/bases';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ConfigurationItem } from '@atrium/contract/service-api/files/configuration-item';
import {
  bodyToFiles,
  type ConfigurationBody,
  itemToFiles,
} from '@atrium/contract/service-api/files/item-files';
import { isFunctionMetadata, type MetadataChange } from '../live-change/declared-changes.ts';
import { itemsOf } from './compare-bodies.ts';
import type { ImportItem, ItemOption } from './import-items.ts';

/** Effect of making a body live, by item path. */
export interface ImportChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** Items of `added` and `changed` that revert local changes since the last exchange. */
  readonly discarded: readonly string[];
  /** Items of `changed` whose live content exists nowhere else because nothing was ever exchanged. */
  readonly replaced: readonly string[];
}

/**
 * Returns the effect of `body`, built from the items by their options. `madeHere` contains the locally changed items,
 * if known.
 */
export function changesOf(
  items: readonly ImportItem[],
  optionOf: (item: ImportItem) => ItemOption,
  body: ConfigurationBody,
  madeHere: ReadonlySet<string> | undefined,
): ImportChanges {
  const wanted = new Map(itemsOf(body).map(({ fullPath, item }) => [fullPath, item]));
  const live = new Map(liveItems(items).map((item) => [item.fullPath, item]));
  const changed = [...live.keys()].filter(
    (path) => wanted.has(path) && !isSame(wanted.get(path), live.get(path)?.local),
  );
  // A merged item keeps the other side next to it.
  const isMerged = (item: ImportItem | undefined) => item !== undefined && optionOf(item) === 'mergeRemote';
  const added = [...wanted.keys()].filter((path) => !live.has(path));
  return {
    added,
    changed,
    deleted: [...live.keys()].filter((path) => !wanted.has(path)),
    discarded: [...added, ...changed].filter((path) => madeHere?.has(path) && !isMerged(live.get(path))),
    replaced: madeHere ? [] : changed.filter((path) => !isMerged(live.get(path))),
  };
}

/** Metadata files of functions in an import, as they are live and as `body` makes them. */
export function metadataChangesOf(items: readonly ImportItem[], body: ConfigurationBody): MetadataChange[] {
  const files = new Map<string, MetadataChange>();
  const add = (side: 'before' | 'after', collection: string, item: ConfigurationItem) => {
    for (const { folderPath, name, content } of itemToFiles(collection, item).filter(isFunctionMetadata)) {
      const place = { folderPath, name };
      const path = filePathOf(place);
      files.set(path, { ...place, before: null, after: null, ...files.get(path), [side]: content });
    }
  };
  for (const { collection, local } of liveItems(items)) if (local) add('before', collection, local);
  for (const { collection, item } of itemsOf(body)) add('after', collection, item);
  return [...files.values()].filter(({ before, after }) => before !== after);
}

/** A duplicate that is taken is another object, and may be the same as the live item. */
const isSame = (one: ConfigurationItem | undefined, other: ConfigurationItem | undefined) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Paths of local items that differ from the last exchange, deletions included; undefined without an exchange. */
export function madeHere(
  items: readonly ImportItem[],
  base: BaseFiles | undefined,
): ReadonlySet<string> | undefined {
  if (base === undefined) return undefined;
  const added = new Set(base.added);
  const made = items.filter(({ state, collection, local, remote }) => {
    if (state === 'unchanged' || state === 'duplicate') return false;
    const [here, there] = [checksumsOf(collection, local), checksumsOf(collection, remote)];
    const exchanged = (path: string) => base.changed[path] ?? (added.has(path) ? undefined : there.get(path));
    return [...here.keys(), ...there.keys()].some((path) => here.get(path) !== exchanged(path));
  });
  return new Set(made.map(({ fullPath }) => fullPath));
}

/** A duplicate represents the remote side only. */
const liveItems = (items: readonly ImportItem[]) =>
  items.filter(({ local, state }) => local !== undefined && state !== 'duplicate');

function checksumsOf(collection: string, item: ConfigurationItem | undefined): Map<string, string> {
  const files = item === undefined ? [] : bodyToFiles({ [collection]: [item] });
  return new Map(files.map((file) => [filePathOf(file), blobId(file.content)]));
}
