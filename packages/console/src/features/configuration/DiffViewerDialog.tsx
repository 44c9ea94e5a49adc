import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import { differOnlyInLineEndings } from '@atrium/diff/line-endings';
import { Suspense } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { pathOf } from './diff-choices.ts';
import { useFileContents } from './file-contents.ts';
import type { DiffFile } from './service-diffs.ts';

const SideBySide = lazyPart(async () => (await import('./SideBySide.tsx')).default);

interface DiffViewerDialogProps {
  pull: Pull;
  service: PulledService;
  file: DiffFile;
  /** Shows the same file as a three-way merge, to look only. */
  onThreeWay: () => void;
  onClose: () => void;
}

/** Both sides of a file beside each other, with 10 lines of context around each change. */
export function DiffViewerDialog({ pull, service, file, onThreeWay, onClose }: DiffViewerDialogProps) {
  const contents = useFileContents(pull.uuid, service.serviceId, file);
  return (
    <Dialog
      isOpen
      size="full"
      onClose={onClose}
      title={`${service.serviceName}: ${pathOf(file)}`}
      bodyClassName="!p-0 flex flex-col"
      footer={
        <>
          {file.type === 'CHANGED' && contents.sides && <Button onClick={onThreeWay}>Three-way view</Button>}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {contents.error ? (
        <ErrorAlert
          className="m-4"
          error={contents.error}
          title="Could not fetch file source"
          onRetry={contents.retry}
        />
      ) : contents.sides === undefined ? (
        <Spinner className="m-4" label="Loading both sides …" isLabelShown />
      ) : (
        <>
          {contents.sides.local !== null &&
            contents.sides.remote !== null &&
            differOnlyInLineEndings(contents.sides.local, contents.sides.remote) && (
              <Alert className="m-4">The two sides differ in line endings only.</Alert>
            )}
          <Suspense fallback={<Spinner className="m-4" label="Loading the viewer …" isLabelShown />}>
            <SideBySide
              left={contents.sides.local}
              right={contents.sides.remote}
              leftLabel={`Local (live)`}
              rightLabel={`Remote (${pull.commitSha.slice(0, 10)})`}
              name={file.name}
            />
          </Suspense>
        </>
      )}
    </Dialog>
  );
}
