import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { costNote } from './cost-note.ts';
import { functionCostsQuery, functionCountsQuery, functionProofsQuery } from './function.queries.ts';
import type { FunctionRow } from './function-columns.tsx';

/** What is told of each function beside its name. All is asked for at once, and shown as it comes. */
export function useFunctionRows(serviceId: string, names: readonly string[] | undefined) {
  const auth = useAuth();
  const [mayCall, mayTest] = [mayDo(auth, 'functions.invoke'), mayDo(auth, 'tests.read')];
  const counts = useQuery({ ...functionCountsQuery(serviceId), enabled: mayCall });
  const costs = useQuery(functionCostsQuery(serviceId));
  const proofs = useQuery({ ...functionProofsQuery(serviceId), enabled: mayTest });
  const known = { counts: counts.data, costs: costs.data?.byFunction, proofs: proofs.data };
  const rows = useMemo(
    () =>
      names?.map(
        (name): FunctionRow => ({
          name,
          counts: known.counts ? known.counts.get(name) : null,
          cost: known.costs ? known.costs.get(name) : null,
          proof: known.proofs ? known.proofs.get(name) : null,
        }),
      ),
    [names, known.counts, known.costs, known.proofs],
  );
  return {
    rows,
    has: { log: mayCall && counts.data !== null, proofs: mayTest },
    /** Those that may have failed: each is told, and the others are shown. */
    problems: [counts, costs, proofs],
    note: costs.data && costNote(costs.data, 'functions'),
  };
}
