import {
  ignoredFieldsOf,
  ignoredMetadataLines,
  isSameConfiguration,
} from '@atrium/contract/configuration/ignored-differences';
import type { ImportResult } from '@atrium/contract/configuration/import';
import { type ConfigurationItem, itemPathOf } from '@atrium/contract/service-api/files/configuration-item';
import type { ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { ImportItem, ItemState } from './import-items.ts';

/** A missing side is an error: treated as empty, everything on the other side would be new or deleted. */
function readBody(text: string): ConfigurationBody {
  if (text === '') throw new Error('There is nothing to compare with. Please pull or upload again.');
  return JSON.parse(text) as ConfigurationBody;
}

/** The items of both sides of a service, in the order of their paths. */
export function compareBodies(
  result: Pick<ImportResult, 'serviceId' | 'localBody' | 'gitBody'>,
): ImportItem[] {
  const ignored = ignoredFieldsOf(result.serviceId);
  const local = new Map(itemsOf(readBody(result.localBody)).map((one) => [one.fullPath, one]));
  const items: ImportItem[] = [];
  const seen = new Set<string>();
  itemsOf(readBody(result.gitBody)).forEach(({ collection, fullPath, item }, index) => {
    const here = local.get(fullPath)?.item;
    const base = { collection, fullPath, remote: item, ...(here && { local: here }) };
    if (seen.has(fullPath)) {
      items.push({ ...base, key: `${fullPath} (${index})`, state: 'duplicate' });
      return;
    }
    seen.add(fullPath);
    items.push({ ...base, key: fullPath, state: stateOf(here, item, ignored) });
  });
  for (const { collection, fullPath, item } of local.values()) {
    if (!seen.has(fullPath)) {
      items.push({ collection, fullPath, key: fullPath, state: 'onlyLocal', local: item });
    }
  }
  return items.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** The items of a body with their paths. */
export function itemsOf(body: ConfigurationBody) {
  return Object.entries(body).flatMap(([collection, items]) =>
    items.map((item) => ({ collection, item, fullPath: itemPathOf(collection, item) })),
  );
}

function stateOf(
  local: ConfigurationItem | undefined,
  remote: ConfigurationItem,
  ignored: ReadonlySet<string>,
): ItemState {
  const hasEntries = (remote.entries?.length ?? 0) > 0;
  if (local === undefined) return hasEntries ? 'newWithData' : 'new';
  if (isSameItem(local, remote, ignored)) return 'unchanged';
  return hasEntries ? 'changedWithData' : 'changed';
}

/** Metadata files are compared line by line, so that a comment is a difference, and another id is not. */
function isSameItem(
  local: ConfigurationItem,
  remote: ConfigurationItem,
  ignored: ReadonlySet<string>,
): boolean {
  const withoutText = ({ metaSource: _, ...item }: ConfigurationItem) => item as PlainValue;
  const countedLines = ({ metaSource = '' }: ConfigurationItem) => {
    const isIgnored = ignoredMetadataLines(metaSource, ignored);
    return metaSource
      .split('\n')
      .filter((_, line) => !isIgnored[line])
      .join('\n');
  };
  if (!isSameConfiguration(withoutText(local), withoutText(remote), ignored)) return false;
  const areTexts = local.metaSource !== undefined && remote.metaSource !== undefined;
  return !areTexts || countedLines(local) === countedLines(remote);
}
