import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useIdempotencyKeys } from '../../../api/use-idempotency-key.ts';
import { type Choices, choicesOf, isMergeLive, isMergeStale } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { PullSession, PullSessionHandle } from '../decisions/pull-session.ts';
import type { ChoiceAction, SubmittedVersion } from '../decisions/reduce-choices.ts';
import type { Outcome } from '../decisions/submit-outcome.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { markSubmitted, unmarkSubmitted } from '../drafts/submitted-drafts.ts';
import { submitService } from '../files/pull.queries.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { isNothingDone, isSubmitUnknown } from '../live-change/submit-failure.ts';
import { confirmedService } from './confirm-payload.ts';
import { changeCount } from './submit-counts.ts';

export interface SubmitState {
  readonly status: 'submitting' | 'merged' | 'error' | 'comparedAgain' | 'undone';
  readonly error?: unknown;
  /** It may have been made all the same. */
  readonly isUnknown?: boolean;
  /** Under which its progress is found while it is submitted. */
  readonly progress?: string;
  /** What was made live, and what takes the choices back when that is undone. */
  readonly submitted?: SubmittedVersion;
  readonly undo?: Extract<ChoiceAction, { type: 'undone' }>;
}

/** A service of the diff step with what submitting it will do. */
export interface ServiceToSubmit {
  readonly diff: ServiceDiff;
  readonly outcome: Outcome;
}

/** What git has of it was decided about; a content that cannot be taken never is. */
const isExchanged = ({ side, unreadable }: DiffFile) => side === 'HERE' || unreadable !== undefined;

/** Submits services one by one: all files of each or none; one that fails does not stop the others. */
export function useServiceSubmit(pull: Pull, { session, dispatch }: PullSessionHandle) {
  const client = useQueryClient();
  const userId = useAuth().user?.userId ?? '';
  const [states, setStates] = useState(() => statesBefore(pull, session));
  // The same for all services of this pull: restoring a backup can then restore all of them.
  const [backupKey] = useState(() => crypto.randomUUID());
  const withKey = useIdempotencyKeys();
  const setState = (serviceId: string, state: SubmitState) =>
    setStates((before) => ({ ...before, [serviceId]: state }));

  /** Everything that is chosen is already live, and all of it counts as exchanged. */
  const isSettled = ({ diff: { service, local, changed }, outcome }: ServiceToSubmit) =>
    local !== undefined &&
    changeCount(outcome) + outcome.open.length === 0 &&
    changed.every(isExchanged) &&
    (service.confirmedVersion !== null || states[service.serviceId]?.status === 'merged');

  async function submitOne({ diff, outcome }: ServiceToSubmit, chosen: Choices): Promise<boolean> {
    const { service, changed, local } = diff;
    const { serviceId, serviceName } = service;
    if (local === undefined) return false;
    const choices = choicesOf(chosen, serviceId);
    // That a second attempt did nothing says nothing of the first one.
    const wasUnknown = states[serviceId]?.isUnknown === true;
    const stale = changed.filter((file) => isMergeStale(choices, file));
    if (stale.length > 0) {
      const error = new Error(
        `The live configuration changed after ${stale.map(filePathOf).join(', ')} ${stale.length === 1 ? 'was' : 'were'} merged. Merge again.`,
      );
      setState(serviceId, { status: 'error', error, isUnknown: wasUnknown });
      return false;
    }
    const isUnknown = (error: unknown) => isSubmitUnknown(error) || (wasUnknown && isNothingDone(error));
    setState(serviceId, { status: 'submitting' });
    try {
      const body = { ...confirmedService(pull.uuid, diff, local.version, choices), backupKey };
      const send = (progress: string) => {
        setState(serviceId, { status: 'submitting', progress });
        return submitService({ ...body, progress }, progress);
      };
      const { version, backupId } = await withKey(serviceId, body, send, isUnknown);
      // An earlier submit made these live, and its answer was lost.
      const arrived = changed.filter((file) => isMergeLive(choices, file));
      const files = [...outcome.merged, ...arrived];
      const submitted = { serviceId, serviceName, version, backupId };
      const made = backupId === null ? {} : { made: submitted };
      dispatch({ type: 'choice', action: { type: 'submitted', serviceId, files, choices, ...made } });
      // From now on, messages refer to what is live now.
      await Promise.all([
        readAfterNewVersion(client, [serviceId]),
        markSubmitted(userId, pull.uuid, serviceId, files, choices),
      ]);
      const undo = { type: 'undone', serviceId, files, choices } as const;
      setState(serviceId, { status: 'merged', undo, ...(backupId !== null && { submitted }) });
      return true;
    } catch (error) {
      // If nothing changes, the call only records what both sides agree on; the service counts as merged.
      const failed = { status: 'error', error, isUnknown: isUnknown(error) } as const;
      setState(serviceId, changed.length === 0 ? { status: 'merged' } : failed);
      return changed.length === 0;
    }
  }

  /** Reads the live files again after they changed; the choices stay, and merging starts from the new ones. */
  async function compareAgain(serviceId: string) {
    await readAfterNewVersion(client, [serviceId]);
    setState(serviceId, { status: 'comparedAgain', isUnknown: states[serviceId]?.isUnknown === true });
  }

  return {
    backupKey,
    states,
    isSettled,
    /** Ids of the progress of what is being submitted. */
    running: Object.values(states).flatMap(({ status, progress }) =>
      status === 'submitting' && progress !== undefined ? [progress] : [],
    ),
    isSubmitting: Object.values(states).some(({ status }) => status === 'submitting'),
    /** Returns whether every service that takes part is merged now. `choices` are those that `services` were made with. */
    async submit(services: readonly ServiceToSubmit[], choices: Choices): Promise<boolean> {
      const wanted = services.filter((one) => !isSettled(one));
      const done = await Promise.all(wanted.map((one) => submitOne(one, choices)));
      return done.every(Boolean);
    },
    compareAgain,
    /** The version before is live again: what was chosen can be chosen otherwise, and submitted. */
    undone(serviceId: string) {
      const state = states[serviceId];
      if (!state?.undo) return;
      dispatch({ type: 'choice', action: state.undo });
      setState(serviceId, { ...state, status: 'undone' });
      void unmarkSubmitted(userId, pull.uuid, serviceId, state.undo.files);
    },
  };
}

/** Of what was submitted before the page was left, or loaded again: as far as it is not undone. */
function statesBefore(
  { services }: Pull,
  { submits }: PullSession,
): { readonly [serviceId: string]: SubmitState } {
  return Object.fromEntries(
    services.flatMap(({ serviceId, confirmedVersion }) => {
      const before = submits?.[serviceId];
      if (before === undefined || before.made.version !== confirmedVersion) return [];
      return [[serviceId, { status: 'merged', submitted: before.made, undo: before.undo } as const]];
    }),
  );
}

export type ServiceSubmit = ReturnType<typeof useServiceSubmit>;
