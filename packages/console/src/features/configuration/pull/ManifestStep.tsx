import { withUnreadable } from '@atrium/contract/configuration/manifest';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useComparedAhead } from './compared-ahead.ts';
import { DifferencesLine } from './DifferencesLine.tsx';
import { FailedContentsAlert } from './FailedContentsAlert.tsx';
import { IgnoredFilesNote } from './IgnoredFilesNote.tsx';
import { ManifestService } from './ManifestService.tsx';
import { countDiffering } from './manifest-differences.ts';
import { filesOf, selectionOf } from './manifest-selection.ts';
import { PulledCommit } from './PulledCommit.tsx';
import { lastCommitsQuery } from './pull.queries.ts';
import type { PullSessionHandle } from './pull-session.ts';
import { useManifestDifferences } from './use-manifest-differences.ts';

interface ManifestStepProps {
  pull: Pull;
  sessionHandle: PullSessionHandle;
  onBack: () => void;
  onConfirm: () => void;
}

/** Step 2: what is really in the remote; what is deselected here takes no part. */
export function ManifestStep({ pull, sessionHandle, onBack, onConfirm }: ManifestStepProps) {
  const { session, dispatch } = sessionHandle;
  const commits = useQuery(lastCommitsQuery(pull.uuid));
  useComparedAhead(pull, session.deselected);
  const { differences, isComparing } = useManifestDifferences(pull);
  const isAnyDifferent = (countDiffering(pull, differences) ?? 0) > 0;
  const isNothingSelected = pull.services.every(
    (service) => selectionOf(filesOf(service), new Set(session.deselected[service.serviceId])) === 'none',
  );
  const hasFiles = pull.services.some((service) => filesOf(service).length > 0);
  return (
    <div className="flex flex-col gap-5">
      <PulledCommit pull={pull} />
      <p className="max-w-prose text-sm text-ink-soft">
        <Help topic="manifest" />
      </p>
      {commits.data?.state === 'PENDING' && (
        <Spinner label="Loading the last commit of each file …" isLabelShown />
      )}
      <FailedContentsAlert uuid={pull.uuid} onPullAgain={onBack} />
      <IgnoredFilesNote ignored={withUnreadable(pull.ignored, commits.data?.unreadable)} />
      {!hasFiles && (
        <EmptyState
          hint="No file of this commit belongs to a service."
          action={<Button onClick={onBack}>Pull something else</Button>}
        />
      )}
      <DifferencesLine pull={pull} differences={differences} />
      {pull.services.map((service) => (
        <ManifestService
          key={service.serviceId}
          service={service}
          deselected={session.deselected[service.serviceId]}
          lastCommits={commits.data}
          differences={differences.get(service.serviceId)}
          isComparing={isComparing}
          isAnyDifferent={isAnyDifferent}
          onSelect={(deselected) => dispatch({ type: 'select', serviceId: service.serviceId, deselected })}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" disabled={isNothingSelected} onClick={onConfirm}>
          Compare selected files
        </Button>
        {isNothingSelected && hasFiles && (
          <p className="self-center text-sm text-ink-soft">Select at least one file to continue.</p>
        )}
      </div>
    </div>
  );
}
