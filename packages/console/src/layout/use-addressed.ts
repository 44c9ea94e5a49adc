import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './search-text.ts';

/**
 * What is open on top of a page, or chosen in it, kept in the address so that reload and a shared link restore it. When
 * it is closed, everything under its name is removed too: `dialog.versions.page` with `dialog`.
 */
export function useAddressed(name: string) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (value: string | undefined) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...without(before, name), [name]: value }),
        // The back button leaves the page, whatever was opened on top of it.
        replace: true,
        resetScroll: false,
      }),
    [navigate, name],
  );
  const value = search[name];
  return [typeof value === 'string' ? value : undefined, change] as const;
}

function without(search: object, name: string): object {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !`${key}.`.startsWith(`${name}.`)));
}
