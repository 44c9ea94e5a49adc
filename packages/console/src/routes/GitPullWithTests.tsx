import type { Submission } from '@atrium/contract/configuration/submission';
import { useState } from 'react';
import { GitPullPage } from '../features/configuration/pull/GitPullPage.tsx';
import { LimitNotices } from '../features/limits/LimitNotices.tsx';
import { SubmittedTestRunner } from '../features/test-runs/start/SubmittedTestRunner.tsx';

const CONFIGURATION_LIMITS = ['files', 'configurationBytes', 'historyBytes', 'pullsPerDay'] as const;

/** The pull wizard ends in the test runner, which belongs to another feature. */
export function GitPullWithTests() {
  const [submission, setSubmission] = useState<Submission>();
  return (
    <>
      <LimitNotices names={CONFIGURATION_LIMITS} />
      <GitPullPage
        onSubmitted={setSubmission}
        testRunner={(onBack) => (
          <SubmittedTestRunner key={submission?.id} submission={submission} onBack={onBack} />
        )}
      />
    </>
  );
}
