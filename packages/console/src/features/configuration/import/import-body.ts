import { type ConfigurationItem, itemPathOf } from '@atrium/contract/service-api/files/configuration-item';
import type { ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import type { ImportItem, ItemOption } from './import-items.ts';

/** Builds the body to submit from the items' options. Deleted and skipped items are omitted. */
export function bodyOf(
  items: readonly ImportItem[],
  optionOf: (item: ImportItem) => ItemOption,
  commitSha: string | null,
): ConfigurationBody {
  const body: Record<string, Map<string, ConfigurationItem>> = {};
  const put = (collection: string, item: ConfigurationItem) => {
    // The prototype of an object must never be mistaken for a collection.
    const ofCollection = Object.hasOwn(body, collection) ? body[collection] : undefined;
    const map = ofCollection ?? new Map<string, ConfigurationItem>();
    body[collection] = map;
    map.set(itemPathOf(collection, item), item);
  };
  // Duplicates are last: an applied duplicate replaces the first item.
  for (const item of items.toSorted(
    (a, b) => Number(a.state === 'duplicate') - Number(b.state === 'duplicate'),
  )) {
    const { collection, local, remote } = item;
    switch (optionOf(item)) {
      case 'local':
        if (local) put(collection, local);
        break;
      case 'remote':
        if (remote) put(collection, remote);
        break;
      case 'remoteWithoutData':
        if (remote) put(collection, withoutEntries(remote));
        break;
      case 'mergeLocal':
        if (local) put(collection, local);
        if (remote) put(collection, twinOf(remote, commitSha, items, collection));
        break;
      case 'mergeRemote':
        if (remote) put(collection, remote);
        if (local) put(collection, twinOf(local, commitSha, items, collection));
        break;
      case 'delete':
      case 'skip':
        break;
    }
  }
  return Object.fromEntries(Object.entries(body).map(([collection, map]) => [collection, [...map.values()]]));
}

/** Removes the entries, and the source text if it contains nothing else. */
function withoutEntries({ entries, source, ...item }: ConfigurationItem): ConfigurationItem {
  return entries === undefined
    ? { ...item, ...(source !== undefined && { source }) }
    : { ...item, entries: [] };
}

/** Tag and suffix for the names of merged items, which identify their origin. */
export function mergeTag(commitSha: string | null): string {
  return `merged-${commitSha?.slice(0, 10) ?? 'upload'}`;
}

/** The other side of a merged item, kept next to it: renamed, tagged and disabled. */
function twinOf(
  item: ConfigurationItem,
  commitSha: string | null,
  all: readonly ImportItem[],
  collection: string,
): ConfigurationItem {
  const tag = mergeTag(commitSha);
  const tags = Array.isArray(item['tags']) ? item['tags'] : [];
  // The stored text of the metadata would contradict the new fields.
  const { metaSource: _, ...fields } = item;
  const taken = new Set(all.map(({ fullPath }) => fullPath));
  let twin: ConfigurationItem = { ...fields, name: `${item.name}-${tag}` };
  for (let count = 2; taken.has(itemPathOf(collection, twin)); count++) {
    twin = { ...twin, name: `${item.name}-${tag}-${count}` };
  }
  return { ...twin, tags: tags.includes(tag) ? tags : [...tags, tag], disabled: true };
}
