import type { ReachingTest } from '@atrium/contract/test-runs/proof';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';

/** Shown before someone asks for more. */
const FIRST = 5;

/** The tests that reach a file, each with its last result. */
export function ReachingTests({ tests }: { tests: readonly ReachingTest[] }) {
  const [isWhole, setWhole] = useState(false);
  if (tests.length === 0) return null;
  const shown = isWhole ? tests : tests.slice(0, FIRST);
  return (
    <>
      <ul className="grid gap-1.5 text-sm" aria-label="Tests that reach it">
        {shown.map(({ id, status, runId, isSameContent }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={status === 'OK' ? 'ok' : 'danger'}>{status === 'OK' ? 'Passed' : 'Failed'}</Badge>
            <AppLink href={paths.testRunnerDashboard({ runId, test: id })} className="link wrap-anywhere">
              {id}
            </AppLink>
            {!isSameContent && <span className="text-ink-soft">with earlier content</span>}
          </li>
        ))}
      </ul>
      {tests.length > shown.length && (
        <div>
          <Button onClick={() => setWhole(true)}>Show all {tests.length} tests</Button>
        </div>
      )}
    </>
  );
}
