import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import type { getTestRunChanges } from '@atrium/contract/test-runs/test-runs';

export type RunChanges = EndpointResponse<typeof getTestRunChanges>;

/** The run with its changed tests put in their places; groups without a change stay the same objects. */
export function mergeChanges(run: TestRun, changes: RunChanges): TestRun {
  // A response that was overtaken by a newer one contains nothing new.
  if (changes.runId !== run.runId || changes.revision < run.revision) return run;
  const { tests, versions, errors, ...summary } = changes;
  const changed = new Map<string, Test>(tests.map((test) => [test.id, test]));
  const touched = new Set(tests.map(({ serviceId }) => serviceId));
  const servicesTests = run.servicesTests.map((group) => {
    const version = versions[group.serviceId] ?? group.version;
    const error = errors[group.serviceId] ?? group.error;
    const isGroupSame = version === group.version && error === group.error;
    if (!touched.has(group.serviceId)) return isGroupSame ? group : { ...group, version, error };
    return { ...group, version, error, tests: group.tests.map((test) => changed.get(test.id) ?? test) };
  });
  return { ...run, ...summary, servicesTests };
}

/**
 * Merges a refetched run into the previous one: unchanged objects are reused, so that their components don't render
 * again. Only mutable fields are compared; a result is final once its test has finished.
 */
export function keepUnchanged(before: TestRun, now: TestRun): TestRun {
  if (before.runId !== now.runId) return now;
  // Asked before, answered after what changed since.
  if (now.revision < before.revision) return before;
  const servicesTests = now.servicesTests.map((group, index) => {
    const known = before.servicesTests[index];
    if (known?.serviceId !== group.serviceId || known.tests.length !== group.tests.length) return group;
    const tests = group.tests.map((test, place) => {
      const old = known.tests[place] as Test;
      return isSame(old, test) ? old : test;
    });
    const isGroupSame = known.version === group.version && known.error === group.error;
    return isGroupSame && tests.every((test, place) => test === known.tests[place])
      ? known
      : { ...group, tests };
  });
  return { ...now, servicesTests };
}

function isSame(a: Test, b: Test): boolean {
  return (
    a.id === b.id &&
    a.status === b.status &&
    a.duration === b.duration &&
    a.tryNumber === b.tryNumber &&
    a.failureKind === b.failureKind &&
    a.quarantine === b.quarantine &&
    a.serviceTag === b.serviceTag
  );
}
