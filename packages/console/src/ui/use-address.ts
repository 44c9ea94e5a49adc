import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from '../lib/search-params.ts';

/**
 * Returns the search parameters of the page's address, as text, and a function that changes them on the same page.
 * Each part of a page reads its own parameters and keeps the others.
 */
export function useAddress() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  // The same at each rendering: thousands of rows are rendered again with it.
  const change = useCallback(
    (next: (before: Search) => Search, { isReplacing = false } = {}) =>
      void navigate({ to: '.', search: next, replace: isReplacing, resetScroll: false }),
    [navigate],
  );
  return { search, change };
}
