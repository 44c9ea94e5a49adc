import type { BulkAction } from '@atrium/contract/configuration/diff-file';
import {
  ignoredFieldsOf,
  ignoredMetadataLines,
  isSameConfiguration,
} from '@atrium/contract/configuration/ignored-differences';
import type { ImportResult } from '@atrium/contract/configuration/import';
import {
  type ConfigurationBody,
  type ConfigurationItem,
  itemPathOf,
} from '@atrium/contract/service-api/item-files';
import type { PlainValue } from '@atrium/contract/service-api/plain-value';

/** How an item of an import stands. `…WithData`: the remote item brings entries. */
export type ItemState =
  | 'unchanged'
  | 'changed'
  | 'onlyLocal'
  | 'new'
  | 'newWithData'
  | 'changedWithData'
  | 'duplicate';

export type ItemOption =
  | 'local'
  | 'remote'
  | 'remoteWithoutData'
  | 'mergeLocal'
  | 'mergeRemote'
  | 'delete'
  | 'skip';

export interface ImportItem {
  readonly collection: string;
  /** Collection, folder and name. */
  readonly fullPath: string;
  /** Tells items of the same path apart. */
  readonly key: string;
  readonly state: ItemState;
  readonly local?: ConfigurationItem;
  readonly remote?: ConfigurationItem;
}

interface OptionRow {
  readonly option: ItemOption;
  readonly label: string;
}

const row = (option: ItemOption, label: string): OptionRow => ({ option, label });
const merges = [row('mergeLocal', 'Merge in local'), row('mergeRemote', 'Merge in remote')];

/** The table of the specification: what can be done with an item, the default first. */
export const itemOptions: Record<ItemState, readonly OptionRow[]> = {
  unchanged: [row('local', 'Local')],
  changed: [row('remote', 'Remote'), row('local', 'Local'), ...merges],
  onlyLocal: [row('delete', 'Delete'), row('local', 'Local')],
  new: [row('remote', 'New'), row('skip', 'Skip')],
  newWithData: [
    row('remote', 'New with data'),
    row('skip', 'Skip'),
    row('remoteWithoutData', 'New without data'),
  ],
  changedWithData: [
    row('remote', 'Remote with data'),
    row('local', 'Local'),
    ...merges,
    row('remoteWithoutData', 'Remote without data'),
  ],
  duplicate: [row('remote', 'Remote'), row('skip', 'Skip')],
};

export const itemStateLabels: Record<ItemState, string> = {
  unchanged: 'Unchanged',
  changed: 'Changed',
  onlyLocal: 'Only local',
  new: 'New',
  newWithData: 'New, with data',
  changedWithData: 'Changed, with data',
  duplicate: 'Duplicate',
};

export function defaultOption(state: ItemState): ItemOption {
  return (itemOptions[state][0] as OptionRow).option;
}

/** Only this service can hold a merged item twice, because it knows disabled ones. */
export const MERGING_SERVICE = 'hyper-dispatch';

/** What a bulk action means for an item. */
export function bulkOption(action: BulkAction, state: ItemState): ItemOption {
  const isChanged = state === 'changed' || state === 'changedWithData';
  if (action === 'MERGE_LOCAL' && isChanged) return 'mergeLocal';
  if (action === 'MERGE_REMOTE' && isChanged) return 'mergeRemote';
  if (action === 'APPLY_REMOTE' || action === 'MERGE_REMOTE') return defaultOption(state);
  return itemOptions[state].some(({ option }) => option === 'local') ? 'local' : 'skip';
}

/** A side that is missing is an error: taken for an empty one, all of the other side would be new or deleted. */
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
  const hasData = (remote.entries?.length ?? 0) > 0;
  if (local === undefined) return hasData ? 'newWithData' : 'new';
  if (isSameItem(local, remote, ignored)) return 'unchanged';
  return hasData ? 'changedWithData' : 'changed';
}

/** The text of a metadata file counts by its lines, so that a comment is a difference, and another id is none. */
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
