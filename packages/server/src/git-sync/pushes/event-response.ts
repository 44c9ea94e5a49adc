import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import type { ConnectionEvent } from '@atrium/contract/connections/automation';
import type { StoredEvent } from './event.repository.ts';

export function toConnectionEvent(event: StoredEvent, now: Date): ConnectionEvent {
  const { id, createdOn, message, detail, commitSha, requestNumber, step, outcome, pullId, runId } = event;
  const isExpired = now.getTime() - createdOn.getTime() > PULL_LIFETIME_HOURS * 3_600_000;
  return {
    id,
    createdOn: createdOn.toISOString(),
    message,
    detail,
    commitSha,
    requestNumber,
    isOpen: step !== null,
    outcome,
    pullId: isExpired ? null : pullId,
    runId,
  };
}
