import type { Operation } from '@atrium/contract/configuration/progress';
import type { StartedWork } from '@atrium/contract/work/work';
import { abandonedBefore } from './abandoned-before.ts';
import type { OperationRecord } from './operation.repository.ts';

export const INTERRUPTED = 'It was interrupted. Please start it again.';

/** A stored operation as the contract shows it. */
export function toOperation(record: OperationRecord, now: Date): Operation {
  const { id, kind, state, phase, done, total, startedOn, endedOn, error, about, uuid } = record;
  const operation = { id, kind, state, phase, done, total, startedOn, endedOn, error, about, uuid };
  if (!isAbandoned(record, now)) return operation;
  return { ...operation, state: 'FAILED', error: INTERRUPTED };
}

export function toWork(record: OperationRecord, now: Date): StartedWork {
  const operation = toOperation(record, now);
  const { id, kind, startedOn, done, total, about, uuid } = operation;
  const state = record.untestedReason === null ? operation.state : 'FAILED';
  const error = record.untestedReason ?? operation.error;
  const { gitUrl, expiresOn, touchedOn } = record;
  const endedOn = state === 'RUNNING' ? null : (record.endedOn ?? touchedOn.toISOString());
  const canBeContinued = expiresOn !== null && expiresOn > now;
  return {
    id,
    kind,
    state,
    startedOn,
    endedOn,
    done,
    total,
    about: about ?? gitUrl,
    outcome: error ?? record.outcome,
    pullId: canBeContinued ? uuid : null,
    runId: null,
    testId: null,
  };
}

function isAbandoned({ state, touchedOn, isResumable }: OperationRecord, now: Date): boolean {
  return state === 'RUNNING' && !isResumable && touchedOn < abandonedBefore(now);
}
