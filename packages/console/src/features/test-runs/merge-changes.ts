import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import type { getTestRunChanges } from '@atrium/contract/test-runs/test-runs';

export type RunChanges = EndpointResponse<typeof getTestRunChanges>;

/** The run with its changed tests put in their places; groups without a change stay the same objects. */
export function mergeChanges(run: TestRun, changes: RunChanges): TestRun {
  // An answer that was overtaken by a newer one tells nothing new.
  if (changes.runId !== run.runId || changes.revision < run.revision) return run;
  const { tests, versions, ...summary } = changes;
  const changed = new Map<string, Test>(tests.map((test) => [test.id, test]));
  const touched = new Set(tests.map(({ serviceId }) => serviceId));
  const servicesTests = run.servicesTests.map((group) => {
    const version = versions[group.serviceId] ?? group.version;
    if (!touched.has(group.serviceId)) return version === group.version ? group : { ...group, version };
    return { ...group, version, tests: group.tests.map((test) => changed.get(test.id) ?? test) };
  });
  return { ...run, ...summary, servicesTests };
}
