import type { ConfigurationItem } from '@atrium/contract/service-api/files/configuration-item';

/** The state of an item of an import. `…WithData`: the remote item has entries. */
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
  /** Distinguishes items of the same path. */
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

/** Returns the chosen option, unless the item's current state doesn't offer it. */
export const offeredOption = (state: ItemState, chosen: ItemOption | undefined): ItemOption =>
  itemOptions[state].find(({ option }) => option === chosen)?.option ?? defaultOption(state);
