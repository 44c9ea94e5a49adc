import { restoreBackup } from '@atrium/contract/configuration/backups';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { isUncovered } from '../../test-runs/public.ts';
import type { SubmittedVersion } from '../decisions/reduce-choices.ts';
import { DeclaredList } from '../live-change/DeclaredList.tsx';
import { declaredReturnQuery } from '../live-change/declared-changes.ts';
import { LongOperation } from '../live-change/LongOperation.tsx';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import { isSubmitUnknown, UNKNOWN_RETURN } from '../live-change/submit-failure.ts';
import { BackupItemsDialog } from '../versions/BackupItemsDialog.tsx';
import { TestedReturnLink } from '../versions/TestedReturnLink.tsx';
import { liveVersionAfter, useUndoSubmit } from '../versions/undo-submit.ts';

interface SubmittedNoticeProps {
  submitted: readonly SubmittedVersion[];
  /** Another version is live in place of the one that was submitted. */
  onUndone?: (undone: SubmittedVersion) => void;
  /** Whether another user reverted the version; reverted versions are hidden. */
  isReturned?: (one: SubmittedVersion) => boolean;
}

/** Shows the live versions after a submit, their changes, and the undo. */
export function SubmittedNotice({ submitted, onUndone, isReturned }: SubmittedNoticeProps) {
  return submitted.map((one) => (
    <ServiceNotice
      key={`${one.serviceId} ${one.version}`}
      submitted={one}
      onUndone={onUndone}
      isReturned={isReturned?.(one)}
    />
  ));
}

/** Notice about one submitted service: its new version, and the undo. */
function ServiceNotice({
  submitted,
  onUndone,
  isReturned = false,
}: {
  submitted: SubmittedVersion;
  onUndone: SubmittedNoticeProps['onUndone'];
  isReturned?: boolean | undefined;
}) {
  const { serviceId, serviceName, version, backupId } = submitted;
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const undo = useUndoSubmit(submitted, () => onUndone?.(submitted));
  const refusal = useRefusal(restoreBackup);
  // A submit makes the version after the one that it was made on.
  const before = version - 1;
  // The pressed button was unmounted, or its result is next to it.
  const handleUndo = () =>
    backupId !== null && undo.mutate(backupId, { onSettled: () => frame.current?.focus() });
  const client = useQueryClient();
  const [asked, setAsked] = useState<readonly ReasonedChange[]>([]);
  const declared = useChange({
    // An undo doesn't wait for declarations that cannot be read.
    mutationFn: () =>
      client
        .fetchQuery(declaredReturnQuery([{ serviceId, serviceName, version: before }]))
        .catch((): ReasonedChange[] => []),
    onSuccess: (changes) => (changes.length === 0 ? handleUndo() : setAsked(changes)),
  });

  if (isReturned && undo.isIdle) return null;
  if (backupId === null) {
    return <Alert title="Nothing had to change">{`Version ${version} of ${serviceName} stays live.`}</Alert>;
  }
  const newer = liveVersionAfter(undo.error);
  return (
    <div ref={frame} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {undo.data ? (
        <Alert kind="success" title="Undone">
          {`Version ${undo.data.version} of ${serviceName} is live. It is the same as version ${before}.`}
        </Alert>
      ) : (
        <Alert
          kind={newer === undefined ? 'success' : 'warning'}
          title={newer === undefined ? `Version ${version} of ${serviceName} is live` : 'Not undone'}
          actions={
            <>
              <Button size="small" onClick={() => setOpen(true)}>
                View
              </Button>
              {newer === undefined && (
                <Button
                  size="small"
                  isBusy={declared.isPending || undo.isPending}
                  refusal={refusal}
                  onClick={() => declared.mutate()}
                >
                  Undo
                </Button>
              )}
            </>
          }
        >
          {newer !== undefined &&
            `${serviceName} has changed since. Version ${newer} is live now, and undoing version ${version} would lose that change.`}
        </Alert>
      )}
      <ConfirmDialog
        isOpen={asked.length > 0}
        isDangerous
        title={`Undo version ${version}?`}
        confirmLabel="Undo"
        onCancel={() => setAsked([])}
        onConfirm={() => {
          setAsked([]);
          handleUndo();
        }}
      >
        <DeclaredList declared={asked} />
        <p className="mt-3">{`${serviceName} becomes as in version ${before}.`}</p>
      </ConfirmDialog>
      {undo.isPending && <LongOperation id={undo.progress} />}
      {newer === undefined && (
        <ErrorDialog
          error={undo.error}
          title={isSubmitUnknown(undo.error) ? UNKNOWN_RETURN : `Version ${version} could not be undone.`}
          onClose={undo.reset}
        >
          <TestedReturnLink isDemanded={isUncovered(undo.error)} serviceId={serviceId} />
        </ErrorDialog>
      )}
      {isOpen && (
        <BackupItemsDialog
          backup={{ id: backupId, serviceId, serviceName, version: before, importedVersion: version }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
