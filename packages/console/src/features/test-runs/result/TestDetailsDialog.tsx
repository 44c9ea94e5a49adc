import { hasDuration } from '@atrium/contract/test-runs/status';
import { type FailedTry, fromTestId } from '@atrium/contract/test-runs/test';
import type { FailurePlace } from '@atrium/contract/test-runs/test-failure';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SourceDialog } from '../../../layout/SourceDialog.tsx';
import type { SourcePlace } from '../../../layout/source-place.ts';
import { useServiceName } from '../../../layout/use-service-name.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge } from '../TestStatusBadge.tsx';
import { testDetailsQuery } from '../test-runs.queries.ts';
import { ConsoleOutput } from './ConsoleOutput.tsx';
import { FailureView } from './FailureView.tsx';
import { PastResults } from './PastResults.tsx';
import { ResultCell } from './ResultCell.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { sourceVersionOf } from './source-of.ts';

interface TestDetailsDialogProps {
  runId: string;
  testId: string;
  onClose: () => void;
}

/** Details of one test in a run, with its earlier results. */
export function TestDetailsDialog({ runId, testId, onClose }: TestDetailsDialogProps) {
  const nameOf = useServiceName();
  const details = useQuery(testDetailsQuery(runId, testId));
  const [source, setSource] = useState<SourcePlace | undefined>();
  const [isResultOpen, setResultOpen] = useState(false);
  const test = details.data;
  const sourceVersion = test ? sourceVersionOf(test) : null;
  const handleOpenSource =
    sourceVersion === null ? undefined : ({ file, line }: SourcePlace) => setSource({ file, line });
  return (
    <Dialog
      isOpen
      size="large"
      title={test?.fullPath ?? fromTestId(testId).idInService}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {details.isError && <ErrorAlert error={details.error} onRetry={() => void details.refetch()} />}
      {details.isPending && <Skeleton lines={6} />}
      {test && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Facts>
            <Fact name="Status">
              {test.status && <TestStatusBadge status={test.status} tryNumber={test.tryNumber} />}
            </Fact>
            <Fact name="Duration">
              {hasDuration(test.status) && test.duration !== null ? <TestDuration ms={test.duration} /> : '–'}
            </Fact>
            <Fact name="Started at">{formatDayMonthYearTime(test.startedAt) || '–'}</Fact>
            <Fact name="Service">
              {nameOf(test.serviceId)} {test.serviceTag}
            </Fact>
            <Fact name="Configuration version">
              {test.version ?? '–'}
              {test.isCandidate && ', with the merge'}
            </Fact>
            <Fact name="Source">
              {sourceVersion === null ? (
                test.fullPath
              ) : (
                <button
                  type="button"
                  className="link text-left"
                  onClick={() => setSource({ file: test.fullPath, line: test.failure?.place?.line })}
                >
                  {test.fullPath}
                </button>
              )}
            </Fact>
          </Facts>
          {test.failure && (
            <FailureView
              failure={test.failure}
              onOpenSource={handleOpenSource}
              isOfMerge={test.isCandidate}
            />
          )}
          {!test.failure && test.result !== undefined && (
            <section>
              <h3 className="mb-1 font-semibold">Result</h3>
              <ResultCell test={test} onOpen={() => setResultOpen(true)} />
            </section>
          )}
          <ConsoleOutput text={test.console} />
          <FailedTries
            tries={test.failedTries}
            onOpenSource={handleOpenSource}
            isOfMerge={test.isCandidate}
          />
          <PastResults testId={testId} runId={runId} />
        </div>
      )}
      {isResultOpen && test && <ResultDialog test={test} onClose={() => setResultOpen(false)} />}
      {source && test && sourceVersion !== null && (
        <SourceDialog
          serviceId={test.serviceId}
          version={sourceVersion}
          place={source}
          onClose={() => setSource(undefined)}
        />
      )}
    </Dialog>
  );
}

interface FailedTriesProps {
  tries: readonly FailedTry[];
  onOpenSource: ((place: FailurePlace) => void) | undefined;
  isOfMerge: boolean | undefined;
}

/** Failures of a retried test, try by try; empty without retries. */
function FailedTries({ tries, onOpenSource, isOfMerge }: FailedTriesProps) {
  return tries.map(({ failure, console: output }, index) => (
    <Collapsible key={index} title={`Try ${index + 1} failed`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
        <FailureView failure={failure} onOpenSource={onOpenSource} isOfMerge={isOfMerge} />
        <ConsoleOutput text={output} />
      </div>
    </Collapsible>
  ));
}
