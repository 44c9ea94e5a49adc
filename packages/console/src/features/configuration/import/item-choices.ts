import { TESTS_FOLDER } from '@atrium/contract/service-api/functions/tests';
import { type ImportItem, type ItemOption, itemOptions } from './import-items.ts';

/** Services honor `disabled` in these collections; anything else, such as a collection of entries, is in use as soon as it is there. */
const withDisabled: ReadonlySet<string> = new Set(['functions', 'rules', TESTS_FOLDER]);

const live: { readonly [option in ItemOption]?: string } = {
  mergeLocal: ' (adds remote as a live copy)',
  mergeRemote: ' (adds local as a live copy)',
};

/** Choices for an item. A merge that cannot disable the other side is labeled so. */
export function itemChoices({ state, collection }: Pick<ImportItem, 'state' | 'collection'>) {
  const isDisabled = withDisabled.has(collection);
  return itemOptions[state].map(({ option, label }) => ({
    value: option,
    label: isDisabled ? label : `${label}${live[option] ?? ''}`,
  }));
}
