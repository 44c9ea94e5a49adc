import { useCallback } from 'react';
import { z } from 'zod';
import { useAddress } from '../../ui/use-address.ts';

const text = z.string().optional().catch(undefined);

/** Dashboard views that replace the run. */
export const DASHBOARD_VIEWS = ['history', 'timetable'] as const;

/** Search parameters of a run's screens, so that a run, a test and a search can be shared by URL. */
export const RunSearch = z.object({
  /** The run that is shown. */
  runId: z.uuid().optional().catch(undefined),
  /** The test whose details are open. */
  test: text,
  /** The run that it is compared with; `choose` while one is being chosen. */
  with: z
    .union([z.literal('choose'), z.uuid()])
    .optional()
    .catch(undefined),
  /** Days of the search, `2026-11-21`. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  /** Dashboard view that replaces the run. */
  view: z.enum(DASHBOARD_VIEWS).optional().catch(undefined),
  filter: z.literal('open').optional().catch(undefined),
});
export type RunSearch = z.infer<typeof RunSearch>;

/** The search of the address, and how to change parts of it; `undefined` removes one. */
export function useRunSearch() {
  const { search, change: changeAddress } = useAddress();
  const change = useCallback(
    (changes: { [Name in keyof RunSearch]?: RunSearch[Name] | undefined }, isReplacing = false) =>
      changeAddress((before) => ({ ...before, ...changes }), { isReplacing }),
    [changeAddress],
  );
  return { search: RunSearch.parse(search), change };
}
