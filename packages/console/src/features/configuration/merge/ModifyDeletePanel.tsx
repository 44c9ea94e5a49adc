import type { Choice } from '@atrium/contract/configuration/diff-file';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { type DeleteConflict, type DiffFile, fileConflictTexts } from '../decisions/diff-file.ts';
import { type FileContents, refOf } from '../differences/file-contents.ts';
import { baseFileQuery } from '../files/file.queries.ts';
import { choiceLabel } from '../files/labels.ts';

const SideBySide = lazyPart(async () => (await import('../panes/SideBySide.tsx')).default);

interface ModifyDeletePanelProps {
  uuid: string;
  serviceId: string;
  title: string;
  file: DiffFile;
  conflict: DeleteConflict;
  contents: FileContents;
  /** The choice in force. */
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** With the file as it is listed by now. */
  onReopen: () => void;
  onClose: () => void;
  aside: ReactNode;
}

const words = {
  'remote-deleted': {
    changedBy: 'Local',
    local: 'Keep Local: the changed file stays',
    remote: 'Apply Remote: delete it',
  },
  'local-deleted': {
    changedBy: 'Remote',
    local: 'Keep Local: the file stays deleted',
    remote: 'Apply Remote: take the changed file',
  },
} as const;

/** In place of the panes, where one side deleted what the other one changed: shows what deleting would lose. */
export function ModifyDeletePanel(props: ModifyDeletePanelProps) {
  const { uuid, serviceId, title, file, conflict, contents, choice, onChoose, onReopen, onClose, aside } =
    props;
  const base = useQuery(baseFileQuery(uuid, refOf(serviceId, file), file.base));
  const isHere = conflict === 'remote-deleted';
  const { changedBy, local, remote } = words[conflict];
  const handleRetry = () => {
    void base.refetch();
    onReopen();
  };
  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      onClose={onClose}
      bodyClassName="!p-0 !overflow-hidden flex max-xl:flex-col"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={isHere ? 'primary' : 'secondary'} onClick={() => onChoose('local')}>
            {local}
          </Button>
          <Button
            variant={isHere ? 'danger' : 'primary'}
            onClick={() => onChoose(isHere ? 'delete' : 'remote')}
          >
            {remote}
          </Button>
        </>
      }
    >
      {aside}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:overflow-y-auto">
        <Alert kind="warning" className="m-4" title={fileConflictTexts[conflict]}>
          {isHere
            ? 'Deleting the file discards the changes below.'
            : 'Keeping the file deleted discards the changes below.'}{' '}
          Chosen now: {choiceLabel(file.type, choice)}.
        </Alert>
        {base.isPending ? (
          <Spinner className="m-4" label="Loading the base version …" isLabelShown />
        ) : (
          <>
            {base.error && (
              <ErrorAlert
                className="mx-4 mb-4"
                error={base.error}
                title="The base version could not be read."
                onRetry={handleRetry}
              />
            )}
            <Suspense fallback={<Spinner className="m-4" label="Loading the viewer …" isLabelShown />}>
              <div className="flex min-h-0 flex-1 flex-col max-md:min-h-72 max-md:shrink-0">
                <SideBySide
                  left={base.data?.content ?? null}
                  right={isHere ? contents.local : contents.remote}
                  leftLabel="Base (last common version)"
                  rightLabel={`${changedBy} (changed since)`}
                  name={file.name}
                />
              </div>
            </Suspense>
          </>
        )}
      </div>
    </Dialog>
  );
}
