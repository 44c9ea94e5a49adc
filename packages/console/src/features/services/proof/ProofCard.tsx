import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { getProof, type ReachingTest, type ReachRecording } from '@atrium/contract/test-runs/proof';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { Help } from '../../../layout/Help.tsx';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { OutcomeBadge } from '../../../ui/OutcomeBadge.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { proofText, RunTestsLink, RunTheseTests } from '../../test-runs/public.ts';
import { MissingServices } from './MissingServices.tsx';

/** Number of entries shown initially. */
const FIRST = 5;

/** The tests that reach a file, each with its last result. */
function ReachingTests({ tests }: { tests: readonly ReachingTest[] }) {
  const [isWhole, setWhole] = useState(false);
  if (tests.length === 0) return null;
  const shown = isWhole ? tests : tests.slice(0, FIRST);
  return (
    <>
      <ul className="grid gap-1.5 text-sm" aria-label="Tests that reach it">
        {shown.map(({ id, status, runId, isSameContent }) => (
          <li key={id} className="flex items-start gap-x-2">
            <OutcomeBadge hasFailed={status !== 'OK'}>{status === 'OK' ? 'Passed' : 'Failed'}</OutcomeBadge>
            <span className="min-w-0">
              <AppLink href={paths.testRunnerDashboard({ runId, test: id })} className="link wrap-anywhere">
                {id}
              </AppLink>
              {!isSameContent && <span className="text-ink-soft"> with earlier content</span>}
            </span>
          </li>
        ))}
      </ul>
      {tests.length > shown.length && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {tests.length} tests
          </Button>
        </div>
      )}
    </>
  );
}

interface ProofCardProps {
  serviceId: string;
  place: FilePlace;
  /** Checksum of the live content; undefined while loading. */
  checksum: string | undefined;
  /** `function`, `file`. */
  thing: string;
}

/** Tests that prove the live content of a file, and their last runs. */
export function ProofCard({ serviceId, place, checksum, thing }: ProofCardProps) {
  const isAllowed = mayDo(useAuth(), 'tests.read');
  const query = { serviceId, folderPath: place.folderPath, name: place.name, checksum: checksum ?? '' };
  const proof = useQuery({
    ...endpointQuery(getProof, { query }),
    staleTime: 0,
    enabled: isAllowed && checksum !== undefined,
  });
  if (!isAllowed) return null;
  return (
    <Card
      title="Proof"
      description={<Help topic="proof" />}
      actions={
        <AppLink href={paths.service(serviceId, { tab: 'proof' })} className="link text-sm">
          All files
        </AppLink>
      }
    >
      <QueryPanel query={proof} skeleton={<Skeleton lines={2} label="Loading test coverage" />}>
        {({ proof: found, reaching, recording, missing }) => (
          <div className="grid gap-3">
            <p>
              {found.tests === 0 && found.passed === null && recording !== 'RECORDED'
                ? unrecordedTexts[recording]
                : `${proofText(found, new Date(), thing)}.`}
            </p>
            {recording === 'NEVER_RAN' && reaching.length === 0 && (
              <div>
                <RunTestsLink>Choose tests to run</RunTestsLink>
              </div>
            )}
            <ReachingTests tests={reaching} />
            {reaching.length > 0 && (
              <RunTheseTests ids={reaching.map(({ id }) => id)}>
                {reaching.length === 1 ? 'Run this test' : 'Run these tests'}
              </RunTheseTests>
            )}
            <MissingServices ids={missing} />
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}

/** Reason why the files of a service have no test status. */
const unrecordedTexts: Record<Exclude<ReachRecording, 'RECORDED'>, string> = {
  NEVER_RAN: 'No test of this service has run yet, and no other test reaches this.',
  NOT_RECORDED: 'This service does not say what its tests reach, and no other test reaches this.',
};
