import type { Test } from '@atrium/contract/test-runs/test';
import type { RunnableTests, ServiceTests, TestRunRequest } from '@atrium/contract/test-runs/test-run';

/** Ids of the chosen tests. */
export type Selection = ReadonlySet<string>;

/** Selects all tests except disabled ones. */
export function selectAll(groups: readonly ServiceTests[]): Selection {
  return new Set(groups.flatMap(({ tests }) => tests.filter(canRun).map(({ id }) => id)));
}

export function canRun(test: Test): boolean {
  return test.action === 'RUN';
}

/** Drops tests from the selection that no longer exist. */
export function onlyOf(selection: Selection, all: Selection): Selection {
  return new Set([...selection].filter((id) => all.has(id)));
}

/** The selection with these tests put in or taken out. */
export function withTests(selection: Selection, tests: readonly Test[], isChosen: boolean): Selection {
  const next = new Set(selection);
  for (const test of tests) {
    if (isChosen && canRun(test)) next.add(test.id);
    else next.delete(test.id);
  }
  return next;
}

export function selectionState(selection: Selection, tests: readonly Test[]): 'none' | 'some' | 'all' {
  const runnable = tests.filter(canRun);
  const chosen = runnable.filter(({ id }) => selection.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === runnable.length ? 'all' : 'some';
}

/** Builds the request of a run; tests outside the selection are skipped. */
export function toRequest(
  run: Pick<RunnableTests, 'servicesTests'>,
  selection: Selection,
  options: { stopsOnError: boolean; retries: number; userId: string },
): TestRunRequest {
  return {
    strategy: options.stopsOnError ? 'FAIL_ON_FIRST' : 'EXECUTE_ALL',
    retries: options.retries,
    userId: options.userId === '' ? null : options.userId,
    servicesTests: run.servicesTests
      .filter(({ tests }) => tests.length > 0)
      .map(({ serviceId, tests }) => ({
        serviceId,
        tests: tests.map(({ id }) => ({ id, action: selection.has(id) ? 'RUN' : 'SKIP' })),
      })),
  };
}

export function toRerunRequest(
  { strategy, retries, userId }: Pick<TestRunRequest, 'strategy' | 'retries' | 'userId'>,
  tests: readonly Test[],
): TestRunRequest {
  const byService = Map.groupBy(tests, ({ serviceId }) => serviceId);
  return {
    strategy,
    retries,
    userId,
    servicesTests: [...byService].map(([serviceId, chosen]) => ({
      serviceId,
      tests: chosen.map(({ id }) => ({ id, action: 'RUN' as const })),
    })),
  };
}
