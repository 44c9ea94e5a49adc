import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The name of their list in the address. */
export const FUNCTIONS_LIST = 'functions';

/** The folder whose functions are shown, kept in the address; null for all. */
export function useFolder() {
  const { folder }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = useCallback(
    (next: string | null) =>
      void navigate({
        to: '.',
        // Another folder has other pages.
        search: (before: object) => ({
          ...before,
          folder: next ?? undefined,
          [`${FUNCTIONS_LIST}.page`]: undefined,
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [typeof folder === 'string' ? folder : null, show] as const;
}
