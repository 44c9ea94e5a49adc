import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { call } from '../../../api/call.ts';

/** What a push would write; writes nothing. */
export function loadPushPreview(body: GitRequest, signal: AbortSignal) {
  return call(previewPush, { body }, { signal });
}

/** Pushes; the same key pushes once, however often it is sent. */
export function pushConfiguration(body: EndpointRequest<typeof push>['body'], idempotencyKey: string) {
  return call(push, { body }, { idempotencyKey });
}
