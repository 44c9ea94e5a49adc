import {
  type ConnectionEvent,
  type GitHostKind,
  getAutomation,
  testFork,
} from '@atrium/contract/connections/automation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { pageOfRequest } from './merge-request-page.ts';

interface ForkTestProps {
  connectionId: string;
  gitUrl: string;
  reportTo: GitHostKind | null;
  event: ConnectionEvent;
}

/** Starts the tests of a request from a fork, once a person has confirmed whose code it is, and at which commit. */
export function ForkTest({ connectionId, gitUrl, reportTo, event }: ForkTestProps) {
  const { id: eventId, fork, requestNumber, outcome } = event;
  // The commit that was there when the person opened the question.
  const [seen, setSeen] = useState<string | null>(null);
  const client = useQueryClient();
  const testing = useChange({
    mutationFn: (commitSha: string) =>
      call(testFork, { params: { id: connectionId, eventId }, body: { commitSha } }),
    onSettled: async () => {
      setSeen(null);
      await readAgain(client, [getAutomation]);
    },
  });
  const exchange = useRefusal(testFork);
  const write = useRefusal({ permission: 'configuration.write' });
  const run = useRefusal({ permission: 'tests.run' });
  const page =
    reportTo === null || requestNumber === null ? undefined : pageOfRequest(gitUrl, reportTo, requestNumber);
  const words = outcome === 'WAITING' ? 'Test' : 'Test again';
  return (
    <>
      <span className="mt-1 block">
        <Button
          size="small"
          aria-label={`${words}: request ${requestNumber}`}
          refusal={exchange ?? write ?? run}
          onClick={() => setSeen(event.commitSha)}
        >
          {words}
        </Button>
      </span>
      <ConfirmDialog
        isOpen={seen !== null}
        title="Test the code of a fork?"
        confirmLabel="Test"
        isBusy={testing.isPending}
        onCancel={() => setSeen(null)}
        onConfirm={() => seen !== null && testing.mutate(seen)}
      >
        <div className="flex flex-col gap-3">
          <p>
            The code of <span className="font-semibold">{fork === '' ? 'a deleted fork' : fork}</span> runs in
            your domain as you, at commit <code className="font-mono">{seen?.slice(0, 10)}</code> and no
            other.
          </p>
          <p>
            It gets no secrets and reaches no hosts. It can read your entries, and the names of its failed
            tests are shown at the git host. Look at what it changes first.
          </p>
          {page !== undefined && (
            <p>
              <a className="link" href={page} target="_blank" rel="noreferrer">
                {`Show request ${requestNumber} at the git host`}
              </a>
            </p>
          )}
        </div>
      </ConfirmDialog>
      <ErrorDialog title="The tests were not started" error={testing.error} onClose={testing.reset} />
    </>
  );
}
