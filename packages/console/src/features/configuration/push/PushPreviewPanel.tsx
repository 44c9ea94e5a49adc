import { push } from '@atrium/contract/configuration/push';
import type { PushPreview } from '@atrium/contract/configuration/push-preview';
import { Upload } from 'lucide-react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { PullLink } from '../../../layout/PullLink.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { NothingToPush } from './NothingToPush.tsx';
import { PreviewedChanges } from './PreviewedChanges.tsx';
import { PreviewTarget } from './PreviewTarget.tsx';

interface PushPreviewPanelProps {
  preview: PushPreview;
  onPush: () => void;
}

/** What a push would write, service by service, with the button that writes it. */
export function PushPreviewPanel({ preview, onPush }: PushPreviewPanelProps) {
  const { services, isNewBranch, branch, parent } = preview;
  const refusal = useRefusal(push);
  const ready = services.filter(({ status }) => status === 'OK');
  const fileCount = ready.reduce((sum, service) => sum + service.fileCount, 0);
  const failed = services.filter(({ status }) => status === 'ERROR');
  const isNothing = fileCount === 0 && !isNewBranch;
  return (
    <section aria-label="What will be pushed" className="flex flex-col gap-4">
      {failed.map(({ serviceId, serviceName, error }) => (
        <Alert
          key={serviceId}
          kind="warning"
          title={`${serviceName} will not be pushed`}
          actions={error?.needsPull && <PullLink />}
        >
          {error?.localizedMessage}
        </Alert>
      ))}
      {isNothing && failed.length === 0 && <NothingToPush branch={branch} commitSha={parent} />}
      {!isNothing && ready.length > 0 && (
        <>
          <PreviewTarget preview={preview} fileCount={fileCount} />
          <div>
            <Button look="primary" icon={<Upload aria-hidden size={18} />} refusal={refusal} onClick={onPush}>
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
