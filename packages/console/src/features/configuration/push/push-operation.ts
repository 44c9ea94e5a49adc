import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { PushPreview } from '@atrium/contract/configuration/push-preview';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { cancelPull } from '../pull/pull.queries.ts';
import { loadPushPreview, pushConfiguration } from './push.queries.ts';

/** A push in two parts: what it would write, and the push itself once a person has confirmed that. */
export function usePushOperation() {
  const [id, setId] = useState('');
  const abort = useRef<AbortController | null>(null);
  const preview = useChange({
    mutationFn: ({ request, controller }: { request: GitRequest; controller: AbortController }) =>
      loadPushPreview(request, controller.signal),
  });
  const push = useChange({
    mutationFn: ({ request, shown, id: progress }: { request: GitRequest; shown: PushPreview; id: string }) =>
      pushConfiguration({ ...request, progress, versions: versionsOf(shown) }, progress),
  });

  // Leaving ends the comparison: no one is there to see it.
  useEffect(() => () => abort.current?.abort(), []);

  const forget = () => {
    abort.current?.abort();
    preview.reset();
    push.reset();
  };
  return {
    id,
    preview,
    push,
    /** Drops what was shown: it is no longer true. */
    forget,
    compare(request: GitRequest) {
      forget();
      abort.current = new AbortController();
      preview.mutate({ request, controller: abort.current });
    },
    confirm() {
      const { data: shown, variables } = preview;
      if (shown === undefined || variables === undefined) return;
      const operationId = crypto.randomUUID();
      setId(operationId);
      push.mutate({ request: variables.request, shown, id: operationId });
    },
    cancelPush: () => void cancelPull(id).catch(() => undefined),
  };
}

/** The live versions that a preview showed: no others may be pushed in their place. */
function versionsOf({ services }: PushPreview): Record<string, number> {
  return Object.fromEntries(
    services.flatMap(({ serviceId, version }) => (version === null ? [] : [[serviceId, version]])),
  );
}
