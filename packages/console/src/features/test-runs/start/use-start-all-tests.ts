import type { ReturnOnFailure } from '@atrium/contract/test-runs/return-on-failure';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { keepRun } from '../test-runs.queries.ts';

interface AllTests {
  idempotencyKey: string;
  /** Undoes the submit before it if a test fails. */
  returnOnFailure: ReturnOnFailure | undefined;
}

/** Starts a run of all tests. Repeated with the same key, it is the same run. */
export function useStartAllTests() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ idempotencyKey, returnOnFailure }: AllTests) =>
      call(runTests, { body: { ...(returnOnFailure && { returnOnFailure }) } }, { idempotencyKey }),
    onSuccess: (run) => keepRun(client, run),
  });
}

export type StartAllTests = ReturnType<typeof useStartAllTests>;
