import { listBases } from '@atrium/contract/configuration/bases';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { getProgress } from '@atrium/contract/configuration/progress';
import { push as pushEndpoint } from '@atrium/contract/configuration/push';
import { type PushPreview, previewPush } from '@atrium/contract/configuration/push-preview';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { isUnknownOrGoingOn } from '../../../api/is-outcome-unknown.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';

/** A push in two steps: a preview, and the push once a person has confirmed the preview. */
export function usePushOperation() {
  const abort = useRef<AbortController | null>(null);
  const client = useQueryClient();
  const preview = useChange({
    // Reset inside `mutationFn`: a second comparison during a running one is ignored.
    mutationFn: (request: GitRequest) => {
      abort.current?.abort();
      abort.current = new AbortController();
      push.reset();
      return call(previewPush, { body: request }, { signal: abort.current.signal });
    },
  });
  const push = useChange({
    mutationFn: ({ request, shown, id: progress }: { request: GitRequest; shown: PushPreview; id: string }) =>
      // The same key pushes once, however often it is sent.
      call(
        pushEndpoint,
        { body: { ...request, progress, versions: versionsOf(shown) } },
        { idempotencyKey: progress },
      ).catch(async (error: unknown) => {
        const failure = isUnknownOrGoingOn(error) ? await findPushFailure(progress) : undefined;
        throw failure ?? error;
      }),
    // Pushed content counts as exchanged. A push with an unknown outcome may have been made.
    onSettled: () => void readAgain(client, [listBases, listConfiguredServices]),
  });

  // Unmounting cancels the comparison.
  useEffect(() => () => abort.current?.abort(), []);

  const forget = () => {
    abort.current?.abort();
    preview.reset();
    push.reset();
  };
  return {
    /** Operation id of the push. */
    id: push.variables?.id ?? '',
    preview,
    push,
    /** Drops the outdated preview. */
    forget,
    compare: (request: GitRequest) => preview.mutate(request),
    confirm() {
      const { data: shown, variables: request } = preview;
      if (shown === undefined || request === undefined) return;
      push.mutate({ request, shown, id: crypto.randomUUID() });
    },
    /** Repeats a push whose response was lost, under the same id, so that it is made only once. */
    repeat: () => push.variables && push.mutate(push.variables),
  };
}

/** The live versions that a preview showed: no others may be pushed in their place. */
function versionsOf({ services }: PushPreview): Record<string, number> {
  return Object.fromEntries(
    services.flatMap(({ serviceId, version }) => (version === null ? [] : [[serviceId, version]])),
  );
}

/** Returns the error of a failed push from its stored operation; undefined if the push has not failed, or is unknown. */
async function findPushFailure(id: string): Promise<Error | undefined> {
  const operation = await call(getProgress, { params: { id } }).catch(() => undefined);
  if (operation?.state === 'CANCELED') return new Error('Canceled.');
  return operation?.state === 'FAILED' ? new Error(operation.error ?? undefined) : undefined;
}
