import { withUnreadable } from '@atrium/contract/configuration/manifest';
import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { PullSession, PullSessionHandle } from '../decisions/pull-session.ts';
import { basesQuery, localMetadataQuery } from '../differences/comparison.queries.ts';
import { countDiffering } from '../differences/manifest-differences.ts';
import { filesOf, selectionOf } from '../differences/manifest-selection.ts';
import { compareOnce } from '../differences/service-diffs.ts';
import { FailedContentsAlert } from '../files/FailedContentsAlert.tsx';
import { IgnoredFilesNote } from '../files/IgnoredFilesNote.tsx';
import { lastCommitsQuery } from '../files/pull.queries.ts';
import { DifferencesLine } from './DifferencesLine.tsx';
import { ManifestService } from './ManifestService.tsx';
import { useManifestDifferences } from './use-manifest-differences.ts';
import { whenIdle } from './when-idle.ts';

interface ManifestStepProps {
  pull: Pull;
  sessionHandle: PullSessionHandle;
  onBack: () => void;
  onConfirm: () => void;
}

/** Step 2: the contents of the remote. Deselected files are excluded from the comparison. */
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
          title="No files"
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
        <Button variant="primary" disabled={isNothingSelected} onClick={onConfirm}>
          Compare selected files
        </Button>
        {isNothingSelected && hasFiles && (
          <p className="self-center text-sm text-ink-soft">Select at least one file to continue.</p>
        )}
      </div>
    </div>
  );
}

/** Shows the commit, branch and repository of a pull. */
function PulledCommit({ pull }: { pull: Pull }) {
  return (
    <p className="text-ink-soft">
      {pull.branch ? (
        <>
          Branch <strong className="text-ink">{pull.branch}</strong>{' '}
        </>
      ) : null}
      at commit <code className="font-mono text-ink">{pull.commitSha.slice(0, 10)}</code> of{' '}
      <span className="wrap-anywhere">{pull.gitUrl}</span>
    </p>
  );
}

/**
 * Reads the live files of each service while the manifest is looked at, and compares them when there is nothing else
 * to do, so that the comparison opens at once.
 */
function useComparedAhead(pull: Pull, deselected: PullSession['deselected']): void {
  const client = useQueryClient();
  const compare = useEffectEvent((service: PulledService) => {
    const local = client.getQueryData(localMetadataQuery(service.serviceId).queryKey);
    if (local) compareOnce(local, service, deselected[service.serviceId]);
  });
  useEffect(() => {
    let isCurrent = true;
    for (const service of pull.services) {
      void client
        .prefetchQuery(localMetadataQuery(service.serviceId))
        .then(() => whenIdle(() => isCurrent && compare(service)));
    }
    void client.prefetchQuery(basesQuery(pull.uuid));
    return () => {
      isCurrent = false;
    };
  }, [client, pull]);
}
