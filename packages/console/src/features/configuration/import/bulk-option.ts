import type { BulkAction } from '@atrium/contract/configuration/diff-file';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { defaultOption, type ItemOption, type ItemState, itemOptions } from './import-items.ts';

/** Only this service can have a merged item twice, because it supports disabled ones. */
export const MERGING_SERVICE = SHIPPED_SERVICES.hyperDispatch.id;

/** Returns the option that a bulk action sets for an item. */
export function bulkOption(action: BulkAction, state: ItemState): ItemOption {
  const isChanged = state === 'changed' || state === 'changedWithData';
  if (action === 'MERGE_LOCAL' && isChanged) return 'mergeLocal';
  if (action === 'MERGE_REMOTE' && isChanged) return 'mergeRemote';
  if (action === 'APPLY_REMOTE' || action === 'MERGE_REMOTE') return defaultOption(state);
  return itemOptions[state].some(({ option }) => option === 'local') ? 'local' : 'skip';
}
