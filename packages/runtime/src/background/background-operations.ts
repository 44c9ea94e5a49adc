import { LaterRequest } from '@atrium/contract/service-api/functions/background';
import { MAX_CALL_DEPTH } from '@atrium/contract/service-api/functions/call-limits';
import { isDisabled, pathOf } from '../functions/function-paths.ts';
import { explain, type HostOperation, refuseUnstorable } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import type { BackgroundRuns } from './background.service.ts';

/** The queue, as functions use it: `later('mails/remind', input, { inSeconds, key, retries })`. */
export function backgroundOperations(runs: Pick<BackgroundRuns, 'queue'>): Map<string, HostOperation> {
  const later: HostOperation = async ({ identity, live, depth }, argument) => {
    const { data, error } = LaterRequest.safeParse(argument);
    if (!data) {
      const [issue] = error.issues;
      const unknown =
        issue?.code === 'unrecognized_keys' ? `later does not know ${issue.keys.join(', ')}` : undefined;
      throw new HostCallError('TypeError', unknown ?? issue?.message ?? 'This cannot be queued');
    }
    refuseUnstorable(data.options, 'options');
    const { function: name } = data;
    if (pathOf(live, name) === undefined)
      throw new HostCallError('NotFound', `There is no function ${name}.`);
    if (isDisabled(live, name)) throw new HostCallError('NotFound', `The function ${name} is disabled.`);
    if (depth >= MAX_CALL_DEPTH)
      throw new HostCallError(
        'CallDepthLimit',
        `Events and queued runs may start each other at most ${MAX_CALL_DEPTH} deep`,
      );
    const { userId, limits } = identity;
    const by = { userId, depth: depth + 1, limits };
    return runs.queue(identity, data, by).catch(explain);
  };
  return new Map([['later', later]]);
}
