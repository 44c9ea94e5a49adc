import { errorDetails } from '@atrium/contract/api-error';
import type { push as pushEndpoint } from '@atrium/contract/configuration/push';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnknownOrGoingOn } from '../../../api/is-outcome-unknown.ts';
import { PullLink } from '../../../layout/PullLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Eye } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { connectionsQuery } from '../connections/connections.queries.ts';
import { OperationProgress } from '../live-change/OperationProgress.tsx';
import { ConnectionForm } from '../pull/ConnectionForm.tsx';
import { failedResults, PushOutcome } from './PushOutcome.tsx';
import { LeftOutServices, PushPreviewPanel } from './PushPreviewPanel.tsx';
import { usePushOperation } from './push-operation.ts';

const FAILED = 'The configuration could not be pushed.';
const UNKNOWN = 'It is not known whether the configuration was pushed.';

/** The push tab: shows what would be written to a branch, and writes it once that is confirmed; never by force. */
export function PushForm() {
  const { id, preview, push, compare, forget, confirm, repeat } = usePushOperation();
  const isUnknown = isUnknownOrGoingOn(push.error);
  const hasMoved =
    errorDetails<typeof pushEndpoint, 'unprocessable'>(push.error, 422)?.failure === 'REMOTE_MOVED';
  const connections = useQuery(connectionsQuery()).data?.connections;
  const { gitUrl: typed = '', connectionId, commitMessage } = push.variables?.request ?? {};
  const connection = connections?.find(({ id }) => id === connectionId);
  const results = push.data?.push ?? failedResults(push.error);
  return (
    <div className="flex flex-col gap-5">
      <ConnectionForm
        direction="push"
        isBusy={preview.isPending || push.isPending}
        onEdit={forget}
        onSubmit={compare}
        submitLabel="Preview"
        submitIcon={<Eye aria-hidden size={18} />}
      />
      {preview.isPending && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-surface px-4 py-3">
          <Spinner label="Comparing with the repository …" isLabelShown />
          <Button size="small" onClick={forget}>
            Cancel
          </Button>
        </div>
      )}
      {preview.error && (
        <BroughtIntoView>
          <ErrorAlert error={preview.error} title={FAILED} />
        </BroughtIntoView>
      )}
      {preview.data && push.isIdle && (
        <BroughtIntoView>
          <PushPreviewPanel preview={preview.data} onPush={confirm} />
        </BroughtIntoView>
      )}
      {push.isPending && <OperationProgress id={id} canceling={{}} />}
      {push.error && !results && (
        <BroughtIntoView>
          <ErrorAlert
            error={push.error}
            title={isUnknown ? UNKNOWN : FAILED}
            onRetry={isUnknown ? repeat : undefined}
            actions={hasMoved && <PullLink />}
          />
        </BroughtIntoView>
      )}
      {results && (
        <BroughtIntoView>
          <PushOutcome
            results={results}
            target={push.data}
            gitUrl={connection?.gitUrl ?? typed}
            connection={connection}
            commitMessage={commitMessage}
          />
          <LeftOutServices services={preview.data?.services ?? []} verb="was not" />
        </BroughtIntoView>
      )}
    </div>
  );
}

/** Scrolls content into view: on a small screen, content below a form would stay out of view. */
function BroughtIntoView({ children }: { children: ReactNode }) {
  return (
    <div ref={bringIntoView} className="flex flex-col gap-5">
      {children}
    </div>
  );
}

function bringIntoView(area: HTMLElement | null): void {
  area?.scrollIntoView({ block: 'start' });
}
