import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { getProgress } from '@atrium/contract/configuration/progress';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { call } from '../../../api/call.ts';

/** Returns the changes that a push would write. */
export function loadPushPreview(body: GitRequest, signal: AbortSignal) {
  return call(previewPush, { body }, { signal });
}

/** Pushes; the same key pushes once, however often it is sent. */
export function pushConfiguration(body: EndpointRequest<typeof push>['body'], idempotencyKey: string) {
  return call(push, { body }, { idempotencyKey });
}

/** Returns the error of a failed push from its stored operation; undefined if the push has not failed, or is unknown. */
export async function findPushFailure(id: string): Promise<Error | undefined> {
  const operation = await call(getProgress, { params: { id } }).catch(() => undefined);
  if (operation?.state === 'CANCELED') return new Error('Canceled.');
  return operation?.state === 'FAILED' ? new Error(operation.error ?? undefined) : undefined;
}
