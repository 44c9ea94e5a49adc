import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { testRunQuery } from '../test-runs.queries.ts';
import { ChooseRun } from './ChooseRun.tsx';
import { RunComparison } from './RunComparison.tsx';

interface CompareDialogProps {
  run: TestRun;
  /** The run that it is compared with, once it is chosen. */
  otherId: string | undefined;
  /** `choose` leads back to the choice. */
  onChoose: (runId: string) => void;
  onClose: () => void;
}

/** Compares a run with any other of the domain, test by test. */
export function CompareDialog({ run, otherId, onChoose, onClose }: CompareDialogProps) {
  const other = useQuery({ ...testRunQuery(otherId ?? ''), enabled: otherId !== undefined });
  return (
    <Dialog
      isOpen
      size="large"
      title={`Compare the run of ${formatDayMonthYearTime(run.startedAt)}`}
      onClose={onClose}
      footer={
        <>
          {otherId !== undefined && (
            <Button className="mr-auto" onClick={() => onChoose('choose')}>
              Choose another run
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {otherId === undefined ? (
        <ChooseRun runId={run.runId} onChoose={onChoose} />
      ) : (
        <QueryPanel query={other}>{(found) => <RunComparison run={run} other={found} />}</QueryPanel>
      )}
    </Dialog>
  );
}
