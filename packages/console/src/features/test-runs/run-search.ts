import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** What a run's screens keep in the address, so that a run, a test and a search can be shared. */
export const RunSearch = z.object({
  /** The run that is shown. */
  runId: z.uuid().optional().catch(undefined),
  /** The test whose details are open. */
  test: text,
  /** Days of the search, `2026-11-21`. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  filter: z.literal('open').optional().catch(undefined),
});
export type RunSearch = z.infer<typeof RunSearch>;

/** The search of the address, and how to change parts of it; `undefined` removes one. */
export function useRunSearch() {
  const search = RunSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (
    changes: { [Name in keyof RunSearch]?: RunSearch[Name] | undefined },
    isReplacing = false,
  ) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: isReplacing,
      resetScroll: false,
    });
  return { search, change };
}
