import { useRef, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { BackupItemsDialog } from './import/BackupItemsDialog.tsx';
import { liveVersionAfter, useUndoSubmit } from './undo-submit.ts';

/** What a submit made live in one service. */
export interface SubmittedVersion {
  readonly serviceId: string;
  readonly serviceName: string;
  readonly version: number;
  /** The version before, to return to; null when nothing had to change. */
  readonly backupId: string | null;
}

interface SubmittedNoticeProps {
  submitted: readonly SubmittedVersion[];
  /** Another version is live in place of the one that was submitted. */
  onUndone?: (undone: SubmittedVersion) => void;
}

/** After a submit: which versions are live, what they changed, and the way back. */
export function SubmittedNotice({ submitted, onUndone }: SubmittedNoticeProps) {
  return submitted.map((one) => (
    <ServiceNotice key={`${one.serviceId} ${one.version}`} submitted={one} onUndone={onUndone} />
  ));
}

interface ServiceNoticeProps {
  submitted: SubmittedVersion;
  onUndone: SubmittedNoticeProps['onUndone'];
}

function ServiceNotice({ submitted, onUndone }: ServiceNoticeProps) {
  const { serviceId, serviceName, version, backupId } = submitted;
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const undo = useUndoSubmit(submitted, () => onUndone?.(submitted));
  // A submit makes the version after the one that it was made on.
  const before = version - 1;

  if (backupId === null) {
    return <Alert title="Nothing had to change">{`Version ${version} of ${serviceName} stays live.`}</Alert>;
  }
  const newer = liveVersionAfter(undo.error);
  // The button that was pressed has gone, or what it led to is beside it.
  const handleUndo = () => undo.mutate(backupId, { onSettled: () => frame.current?.focus() });
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
                <Button size="small" isBusy={undo.isPending} onClick={handleUndo}>
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
      {undo.error && newer === undefined && (
        <ErrorAlert error={undo.error} title={`Version ${version} could not be undone.`} />
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
