import { useCallback } from 'react';
import type { Search } from '../lib/search-params.ts';
import { useAddress } from '../ui/use-address.ts';

/**
 * What is open on top of a page, or chosen in it, kept in the address so that reload and a shared link restore it. When
 * it is closed, everything under its name is removed too: `dialog.versions.page` with `dialog`.
 */
export function useAddressed(name: string) {
  const { search, change: changeAddress } = useAddress();
  const change = useCallback(
    (value: string | undefined) =>
      // The back button leaves the page, whatever was opened on top of it.
      changeAddress((before) => ({ ...without(before, name), [name]: value }), { isReplacing: true }),
    [changeAddress, name],
  );
  const value = search[name];
  return [typeof value === 'string' ? value : undefined, change] as const;
}

function without(search: Search, name: string): Search {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !`${key}.`.startsWith(`${name}.`)));
}
