import { useCallback } from 'react';
import type { Search } from '../lib/search-params.ts';
import { useAddress } from '../ui/use-address.ts';

/**
 * State of a dialog or a selection, kept in the address so that reloads and shared links restore it. Closing removes
 * everything under its name too: `dialog.versions.page` with `dialog`.
 */
export function useAddressed(name: string) {
  const { search, change: changeAddress } = useAddress();
  const change = useCallback(
    (value: string | undefined) =>
      // Replace the history entry, so that the back button leaves the page.
      changeAddress((before) => ({ ...without(before, name), [name]: value }), { isReplacing: true }),
    [changeAddress, name],
  );
  const value = search[name];
  return [typeof value === 'string' ? value : undefined, change] as const;
}

function without(search: Search, name: string): Search {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !`${key}.`.startsWith(`${name}.`)));
}
