import { push } from '@atrium/contract/configuration/push';
import type {
  PreviewedFile,
  PreviewedService,
  PushedChange,
  PushPreview,
} from '@atrium/contract/configuration/push-preview';
import { useRefusal } from '../../../api/use-refusal.ts';
import { PullLink } from '../../../layout/PullLink.tsx';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { Upload } from '../../../ui/icons.ts';
import { LineCounts } from '../files/LineCounts.tsx';
import { NothingToPush } from './NothingToPush.tsx';

const changes: Record<PushedChange, { text: string; tone: string }> = {
  ADDED: { text: 'New', tone: 'text-ok' },
  CHANGED: { text: 'Changed', tone: 'text-note' },
  DELETED: { text: 'Deleted', tone: 'text-danger' },
};

interface PreviewedFilesProps {
  /** The first of them, where there are many. */
  files: readonly PreviewedFile[];
  fileCount: number;
  label: string;
}

/** The files of a service that a push would write or delete. */
function PreviewedFiles({ files, fileCount, label }: PreviewedFilesProps) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <ul aria-label={label} tabIndex={0} className="mb-2 flex max-h-72 flex-col overflow-y-auto text-sm">
      {files.map((file) => (
        <li
          key={file.filePath}
          className="flex items-baseline gap-3 border-t border-line py-1 first:border-t-0"
        >
          <span className={`w-16 shrink-0 text-xs font-semibold ${changes[file.change].tone}`}>
            {changes[file.change].text}
          </span>
          <span className="min-w-0 flex-1 break-all">{file.filePath}</span>
          <LineCounts files={[file]} />
        </li>
      ))}
      {fileCount > files.length && (
        <li className="border-t border-line py-1 text-ink-soft">
          and {(fileCount - files.length).toLocaleString('en')} more
        </li>
      )}
    </ul>
  );
}

interface PushPreviewPanelProps {
  preview: PushPreview;
  onPush: () => void;
}

/** Preview of a push by service, with the button that starts it. */
export function PushPreviewPanel({ preview, onPush }: PushPreviewPanelProps) {
  const { services, isNewBranch, branch, parent } = preview;
  const refusal = useRefusal(push);
  const ready = services.filter(({ status }) => status === 'OK');
  const fileCount = ready.reduce((sum, service) => sum + service.fileCount, 0);
  const isFailed = services.some(({ status }) => status === 'ERROR');
  const isNothing = fileCount === 0 && !isNewBranch;
  return (
    <section aria-label="Files to be pushed" className="flex flex-col gap-4">
      <LeftOutServices services={services} verb="will not be" />
      {isNothing && !isFailed && <NothingToPush branch={branch} commitSha={parent} />}
      {!isNothing && ready.length > 0 && (
        <>
          <PreviewTarget preview={preview} fileCount={fileCount} />
          <div>
            <Button
              variant="primary"
              icon={<Upload aria-hidden size={18} />}
              refusal={refusal}
              onClick={onPush}
            >
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

interface LeftOutServicesProps {
  services: readonly PreviewedService[];
  verb: 'will not be' | 'was not';
}

/** Previewed services that a push leaves out, each with the reason. */
export function LeftOutServices({ services, verb }: LeftOutServicesProps) {
  const failed = services.filter(({ status }) => status === 'ERROR');
  return failed.map(({ serviceId, serviceName, error }) => (
    <Alert
      key={serviceId}
      kind="warning"
      title={`${serviceName} ${verb} pushed`}
      actions={error?.needsPull && <PullLink />}
    >
      {error?.localizedMessage}
    </Alert>
  ));
}

/** Target of a push, with its parent commit. */
function PreviewTarget({ preview, fileCount }: { preview: PushPreview; fileCount: number }) {
  const { branch, isNewBranch, defaultBranch, parent, isParentExchanged } = preview;
  const start = isParentExchanged
    ? 'the commit last exchanged'
    : `the newest commit of ${defaultBranch ?? 'the repository'}`;
  return (
    <p>
      {fileCount === 0 ? 'No files will change on' : `${formatQuantity(fileCount, 'file')} will be pushed to`}{' '}
      {isNewBranch && 'the new branch '}
      <span className="font-semibold wrap-anywhere">{branch}</span>
      {parent !== null && (
        <>
          {isNewBranch ? `, which starts from ${start}, ` : ', on top of commit '}
          <code className="font-mono">{parent.slice(0, 10)}</code>
        </>
      )}
      .
    </p>
  );
}

/** The files of one service that a push would change. */
function PreviewedChanges({ service }: { service: PreviewedService }) {
  const { serviceName, fileCount, files } = service;
  if (fileCount === 0) return <p className="text-sm text-ink-soft">{serviceName}: nothing to push</p>;
  return (
    <Collapsible
      isInitiallyOpen
      className="rounded-control border border-line bg-surface px-3 py-1"
      title={`${serviceName}: ${formatQuantity(fileCount, 'file')}`}
      aside={<LineCounts files={files} />}
    >
      <PreviewedFiles label={`Files of ${serviceName}`} files={files} fileCount={fileCount} />
    </Collapsible>
  );
}
