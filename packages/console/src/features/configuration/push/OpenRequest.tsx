import { DEFAULT_COMMIT_MESSAGE } from '@atrium/contract/configuration/push';
import { type GitHostKind, getAutomation } from '@atrium/contract/connections/automation';
import { openRequest } from '@atrium/contract/connections/requests';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

interface OpenRequestProps {
  connectionId: string;
  branch: string;
  /** Its first line is the title of the request. */
  commitMessage: string | undefined;
  /** How to open the request at the host; shown where it cannot be opened from here. */
  elsewhere: ReactNode;
}

/** Opens a pull or merge request for a pushed branch at the git host of the connection. */
export function OpenRequest(props: OpenRequestProps) {
  const { connectionId, elsewhere } = props;
  const automation = useQuery(endpointQuery(getAutomation, { params: { id: connectionId } }));
  if (automation.isPending) return <Skeleton lines={1} label="Loading the git host" />;
  const kind = automation.data?.reportTo;
  // Without it, the host's own page still opens the request.
  return kind == null ? elsewhere : <OpenAtHost {...props} kind={kind} />;
}

/** The link replaces the button that was pressed. */
function takeFocus(link: HTMLAnchorElement | null): void {
  if (document.activeElement === document.body) link?.focus();
}

function OpenAtHost({
  connectionId,
  branch,
  commitMessage,
  elsewhere,
  kind,
}: OpenRequestProps & { kind: GitHostKind }) {
  const title = commitMessage?.trim().split('\n')[0]?.slice(0, 255) || DEFAULT_COMMIT_MESSAGE;
  const opening = useChange({
    mutationFn: () => call(openRequest, { params: { id: connectionId }, body: { branch, title } }),
  });
  const refusal = useRefusal(openRequest);
  const word = kind === 'GITLAB' ? 'merge request' : 'pull request';
  if (opening.data) {
    const { url, number } = opening.data;
    return (
      <p className="mt-1" role="status">
        <a ref={takeFocus} className="link" href={url} target="_blank" rel="noreferrer">
          {`Show ${word} ${number}`}
        </a>
      </p>
    );
  }
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button size="small" isBusy={opening.isPending} refusal={refusal} onClick={() => opening.mutate()}>
        {`Open ${word}`}
      </Button>
      <ErrorDialog
        title={`The ${word} was not opened`}
        error={opening.error}
        onRetry={() => opening.mutate()}
        isRetrying={opening.isPending}
        onClose={opening.reset}
      >
        {elsewhere}
      </ErrorDialog>
    </div>
  );
}
