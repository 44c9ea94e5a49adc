import type { PreviewedService, PushPreview } from '@atrium/contract/configuration/push';
import { Upload } from 'lucide-react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { LineCounts } from './LineCounts.tsx';
import { NothingToPush } from './NothingToPush.tsx';
import { PreviewedFiles } from './PreviewedFiles.tsx';

interface PushPreviewPanelProps {
  preview: PushPreview;
  onPush: () => void;
}

/** What a push would write, service by service, with the button that writes it. */
export function PushPreviewPanel({ preview, onPush }: PushPreviewPanelProps) {
  const { services, isNewBranch, branch, parent } = preview;
  const ready = services.filter(({ status }) => status === 'OK');
  const fileCount = ready.reduce((sum, service) => sum + service.fileCount, 0);
  const failed = services.filter(({ status }) => status === 'ERROR');
  const isNothing = fileCount === 0 && !isNewBranch;
  return (
    <section ref={bringIntoView} aria-label="What will be pushed" className="flex flex-col gap-4">
      {failed.map(({ serviceId, serviceName, error }) => (
        <Alert key={serviceId} kind="warning" title={`${serviceName} will not be pushed`}>
          {error?.localizedMessage}
        </Alert>
      ))}
      {isNothing && failed.length === 0 && <NothingToPush branch={branch} commitSha={parent} />}
      {!isNothing && ready.length > 0 && (
        <>
          <PreviewTarget preview={preview} fileCount={fileCount} />
          <div>
            <Button look="primary" icon={<Upload aria-hidden size={18} />} onClick={onPush}>
              Push
            </Button>
          </div>
          {ready.map((service) => (
            <PreviewedChanges key={service.serviceId} service={service} />
          ))}
        </>
      )}
    </section>
  );
}

/** On a small screen it would come up below what is seen. */
function bringIntoView(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' });
}

function PreviewTarget({ preview, fileCount }: { preview: PushPreview; fileCount: number }) {
  const { branch, isNewBranch, parent } = preview;
  return (
    <p>
      {fileCount === 0 ? 'No files will change on' : `${filesWord(fileCount)} will be pushed to`}{' '}
      {isNewBranch && 'the new branch '}
      <span className="font-semibold break-all">{branch}</span>
      {parent !== null && (
        <>
          {isNewBranch ? ', which starts from the commit last exchanged, ' : ', on top of commit '}
          <code className="font-mono">{parent.slice(0, 10)}</code>
        </>
      )}
      .
    </p>
  );
}

function PreviewedChanges({ service }: { service: PreviewedService }) {
  const { serviceName, fileCount, files } = service;
  if (fileCount === 0) return <p className="text-sm text-ink-soft">{serviceName}: nothing to push</p>;
  return (
    <Collapsible
      isInitiallyOpen
      className="rounded-control border border-line bg-surface px-3 py-1"
      title={`${serviceName}: ${filesWord(fileCount)}`}
      aside={<LineCounts files={files} />}
    >
      <PreviewedFiles label={`Files of ${serviceName}`} files={files} fileCount={fileCount} />
    </Collapsible>
  );
}

/** `1 file`, `1,200 files` */
export function filesWord(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;
}
