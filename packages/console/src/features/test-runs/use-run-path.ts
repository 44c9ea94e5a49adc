import { paths } from '../../paths.ts';
import { useAddress } from '../../ui/use-address.ts';
import type { RunSearch } from './run-search.ts';

/**
 * Builds addresses of other runs on the dashboard, beside the same search. It is not checked here, but where the address is
 * read: the overview, which has such addresses as well, does without Zod.
 */
export function useRunPath() {
  const { filter, from, to }: RunSearch = useAddress().search;
  return (shown: { runId?: string; test?: string }) =>
    paths.testRunnerDashboard({ ...shown, filter, from, to });
}
