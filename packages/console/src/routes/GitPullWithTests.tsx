import { GitPullPage } from '../features/configuration/pull/GitPullPage.tsx';
import { LimitNotices } from '../features/limits/LimitNotices.tsx';
import { SubmittedTestRunner } from '../features/test-runs/start/SubmittedTestRunner.tsx';
import { useStartAllTests } from '../features/test-runs/start/use-start-all-tests.ts';

const CONFIGURATION_LIMITS = ['files', 'configurationBytes', 'historyBytes', 'pullsPerDay'] as const;

/** The pull wizard ends in the test runner, which belongs to another feature. */
export function GitPullWithTests() {
  const start = useStartAllTests();
  return (
    <>
      <LimitNotices names={CONFIGURATION_LIMITS} />
      <GitPullPage
        onRunTests={(returnOnFailure) =>
          start.mutate({ idempotencyKey: crypto.randomUUID(), returnOnFailure })
        }
        testRunner={(onBack) => <SubmittedTestRunner start={start} onBack={onBack} />}
      />
    </>
  );
}
