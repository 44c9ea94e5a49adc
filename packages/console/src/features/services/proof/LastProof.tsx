import { type FileProof, proofStateOf } from '@atrium/contract/test-runs/proof';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format-date.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { ProofBadge } from './ProofBadge.tsx';

/** Last test that proved the live file, linked to its run, or the reason why there is none. */
export function LastProof({ proof }: { proof: FileProof }) {
  if (proof.passed === null || proofStateOf(proof) !== 'PROVEN') return <ProofBadge proof={proof} />;
  return (
    <span className="inline-flex items-center gap-2">
      <ProofBadge proof={proof} />
      <LastPassed passed={proof.passed} />
    </span>
  );
}

/** The last run that passed with the content that is live. */
export function LastPassed({ passed }: { passed: NonNullable<FileProof['passed']> }) {
  const [now] = useState(() => new Date());
  return (
    <AppLink href={paths.testRunnerDashboard({ runId: passed.runId })}>
      <time dateTime={passed.at} title={formatDateTime(passed.at)}>
        {timeAgo(passed.at, now)}
      </time>
    </AppLink>
  );
}
