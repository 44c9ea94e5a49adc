import { ApiError } from '@atrium/contract/api-error';
import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import {
  getSubmission,
  type Submission,
  type SubmitFailure,
  submitPull,
} from '@atrium/contract/configuration/submission';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { type Choices, choicesOf, isMergeLive, isMergeStale } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { PullSession, PullSessionHandle, SentSubmit } from '../decisions/pull-session.ts';
import type { ChoiceAction, SubmittedVersion } from '../decisions/reduce-choices.ts';
import type { Outcome } from '../decisions/submit-outcome.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { markSubmitted, unmarkSubmitted } from '../drafts/submitted-drafts.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { isNothingDone, isSubmitUnknown } from '../live-change/submit-failure.ts';
import { confirmedService } from './confirm-payload.ts';
import { changeCount } from './submit-summary.ts';

export interface SubmitState {
  readonly status: 'submitting' | 'merged' | 'error' | 'comparedAgain' | 'undone';
  readonly error?: unknown;
  /** Whether the submit may have succeeded despite the error. */
  readonly isUnknown?: boolean;
  /** Operation id while the submit is running. */
  readonly progress?: string;
  /** Version made live, and the action that undoes its choices. */
  readonly submitted?: SubmittedVersion;
  readonly undo?: Extract<ChoiceAction, { type: 'undone' }>;
}

/** Service of the diff step with the outcome of submitting it. */
export interface ServiceToSubmit {
  readonly diff: ServiceDiff;
  readonly outcome: Outcome;
}

/** Git's version of the file counts as decided. Unreadable content can't be chosen, so it always counts. */
const isExchanged = ({ side, unreadable }: DiffFile) => side === 'HERE' || unreadable !== undefined;

type SubmitBody = Omit<EndpointRequest<typeof submitPull>['body'], 'id'>;

/** The tests that follow a submit. */
export type TestsAfter = Pick<SubmitBody, 'tests' | 'draft'>;

export interface SubmitResult {
  /** Whether every service is merged now. */
  isDone: boolean;
  /** Undefined if nothing was sent, or without a response. */
  submission: Submission | undefined;
}

/** Submits services with one call: all files of each or none; one that fails does not stop the others. */
export function useServiceSubmit(pull: Pull, { session, dispatch }: PullSessionHandle) {
  const client = useQueryClient();
  const userId = useAuth().user?.userId ?? '';
  const [states, setStates] = useState(() => statesBefore(pull, session));
  // The same for all services of this pull: restoring a backup can then restore all of them.
  const [backupKey] = useState(() => crypto.randomUUID());
  /** Request without a response: resending it with the same id returns its outcome. */
  const unanswered = useRef<{ id: string; body: SubmitBody }>(undefined);
  const [isSending, setSending] = useState(false);
  const setState = (serviceId: string, state: SubmitState) =>
    setStates((before) => ({ ...before, [serviceId]: state }));

  /** Whether all choices are live already and count as exchanged. */
  const isSettled = ({ diff: { service, local, changed }, outcome }: ServiceToSubmit) =>
    local !== undefined &&
    changeCount(outcome) + outcome.open.length === 0 &&
    changed.every(isExchanged) &&
    (service.confirmedVersion !== null || states[service.serviceId]?.status === 'merged');

  const wasUnknown = (serviceId: string) => states[serviceId]?.isUnknown === true;

  /** The choices as they are sent; undefined for a merge that the live configuration has overtaken. */
  function toSend({ diff }: ServiceToSubmit, chosen: Choices) {
    const { service, changed, local } = diff;
    const { serviceId } = service;
    if (local === undefined) return undefined;
    const choices = choicesOf(chosen, serviceId);
    const stale = changed.filter((file) => isMergeStale(choices, file));
    if (stale.length === 0) return confirmedService(diff, local.version, choices);
    const error = new Error(
      `The live configuration changed after ${stale.map(filePathOf).join(', ')} ${stale.length === 1 ? 'was' : 'were'} merged. Merge again.`,
    );
    setState(serviceId, { status: 'error', error, isUnknown: wasUnknown(serviceId) });
    return undefined;
  }

  /** The call whose answer was lost, if all of these services were part of it as they are now. */
  function findUnanswered(services: SubmitBody['services']) {
    const sent = unanswered.current?.body.services.map((one) => JSON.stringify(one)) ?? [];
    const isSame = services.length > 0 && services.every((one) => sent.includes(JSON.stringify(one)));
    return isSame ? unanswered.current : undefined;
  }

  function noteSent({ diff, outcome }: ServiceToSubmit, chosen: Choices, id: string): SentSubmit {
    const { service, changed } = diff;
    const { serviceId } = service;
    const choices = choicesOf(chosen, serviceId);
    // An earlier submit made these live, and its answer was lost.
    const arrived = changed.filter((file) => isMergeLive(choices, file));
    const sent = { id, files: [...outcome.merged, ...arrived], choices };
    dispatch({ type: 'sent', serviceId, sent });
    setState(serviceId, { status: 'submitting', progress: id, isUnknown: wasUnknown(serviceId) });
    return sent;
  }

  async function noteMade(
    { serviceId, serviceName }: PulledService,
    { files, choices }: SentSubmit,
    { version, backupId }: { version: number; backupId: string | null },
  ): Promise<void> {
    const submitted = { serviceId, serviceName, version, backupId };
    const made = backupId === null ? {} : { made: submitted };
    dispatch({ type: 'choice', action: { type: 'submitted', serviceId, files, choices, ...made } });
    // From now on, messages refer to the new live version.
    await Promise.all([
      readAfterNewVersion(client, [serviceId]),
      markSubmitted(userId, pull.uuid, serviceId, files, choices),
    ]);
    const undo = { type: 'undone', serviceId, files, choices } as const;
    setState(serviceId, { status: 'merged', undo, ...(backupId !== null && { submitted }) });
  }

  /** Returns whether the service counts as merged nevertheless. */
  function noteFailed({ diff }: ServiceToSubmit, error: unknown): boolean {
    const { serviceId } = diff.service;
    // A retry without effect doesn't reveal the outcome of the first attempt.
    const isUnknown = isSubmitUnknown(error) || (wasUnknown(serviceId) && isNothingDone(error));
    if (!isUnknown) dispatch({ type: 'sent', serviceId, sent: undefined });
    // If nothing changes, the call only records what both sides agree on.
    const isMerged = diff.changed.length === 0;
    setState(serviceId, isMerged ? { status: 'merged' } : { status: 'error', error, isUnknown });
    return isMerged;
  }

  async function send(
    services: readonly ServiceToSubmit[],
    choices: Choices,
    after: TestsAfter,
  ): Promise<SubmitResult> {
    const wanted = services.filter((one) => !isSettled(one));
    const ready = wanted.flatMap((one) => {
      const body = toSend(one, choices);
      return body ? [{ one, body }] : [];
    });
    const areAllReady = ready.length === wanted.length;
    // Tests are about all of it.
    const { tests, draft } = areAllReady ? after : { tests: 'NONE' as const };
    if (ready.length === 0 && tests === 'NONE') return { isDone: areAllReady, submission: undefined };
    const bodies = ready.map(({ body }) => body);
    const { id, body } = findUnanswered(bodies) ?? {
      id: crypto.randomUUID(),
      body: { uuid: pull.uuid, services: bodies, backupKey, tests, ...(draft !== undefined && { draft }) },
    };
    unanswered.current = { id, body };
    const sending = ready.map(({ one }) => ({ one, sent: noteSent(one, choices, id) }));
    try {
      const submission = await call(submitPull, { body: { ...body, id } });
      unanswered.current = undefined;
      const noting: Promise<void>[] = [];
      const merged = sending.map(({ one, sent }) => {
        const { service } = one.diff;
        const {
          version = null,
          backupId = null,
          error,
        } = submission.services.find(({ serviceId }) => serviceId === service.serviceId) ?? {};
        if (version === null) return noteFailed(one, toApiError(error));
        noting.push(noteMade(service, sent, { version, backupId }));
        return true;
      });
      const isDone = areAllReady && merged.every(Boolean);
      // The tests are already running: live data is refetched while they are shown.
      const noted = Promise.all(noting);
      if (!isDone || tests === 'NONE') await noted;
      return { isDone, submission };
    } catch (error) {
      if (!isSubmitUnknown(error)) unanswered.current = undefined;
      for (const { one } of ready) noteFailed(one, error);
      return { isDone: false, submission: undefined };
    }
  }

  const foundSubmissions = useSubmissionsFoundLive(pull, session, states);
  const noteFound = useEffectEvent(async ({ id, services }: Submission) => {
    await Promise.all(
      services.map(async ({ serviceId, version, backupId }) => {
        const service = pull.services.find((one) => one.serviceId === serviceId);
        const sent = session.unanswered?.[serviceId];
        // Another version may have been submitted or returned to since.
        if (service === undefined || version === null || service.confirmedVersion !== version) return;
        if (sent?.id === id) await noteMade(service, sent, { version, backupId });
      }),
    );
  });
  useEffect(() => {
    for (const submission of foundSubmissions) void noteFound(submission);
  }, [foundSubmissions, pull]);

  /** Refetches changed live files; the choices stay, and merges start from the new contents. */
  async function compareAgain(serviceId: string) {
    await readAfterNewVersion(client, [serviceId]);
    setState(serviceId, { status: 'comparedAgain', isUnknown: wasUnknown(serviceId) });
  }

  return {
    states,
    isSettled,
    /** Operation ids of the running submits. */
    running: [
      ...new Set(
        Object.values(states).flatMap(({ status, progress }) =>
          status === 'submitting' && progress !== undefined ? [progress] : [],
        ),
      ),
    ],
    isSubmitting: isSending,
    /** `choices` must be the ones that `services` were computed with. */
    async submit(
      services: readonly ServiceToSubmit[],
      choices: Choices,
      after: TestsAfter,
    ): Promise<SubmitResult> {
      setSending(true);
      return send(services, choices, after).finally(() => setSending(false));
    },
    compareAgain,
    /** The previous version is live again, so the choices can be changed and submitted again. */
    undone(serviceId: string) {
      const state = states[serviceId];
      if (!state?.undo) return;
      dispatch({ type: 'choice', action: state.undo });
      setState(serviceId, { ...state, status: 'undone' });
      void unmarkSubmitted(userId, pull.uuid, serviceId, state.undo.files);
    },
  };
}

/** Polling interval of a submission whose outcome is not stored yet. */
const SUBMISSION_POLL_MS = 1_000;

/** Returns the submissions without a response of which the pull shows that they are live. */
function useSubmissionsFoundLive(
  { services }: Pull,
  { unanswered }: PullSession,
  states: ServiceSubmit['states'],
): Submission[] {
  const live = services.filter(
    ({ serviceId, confirmedVersion }) =>
      confirmedVersion !== null && states[serviceId]?.status !== 'submitting',
  );
  const ids = new Set(live.flatMap(({ serviceId }) => unanswered?.[serviceId]?.id ?? []));
  return useQueries({
    queries: [...ids].map((id) => ({
      ...endpointQuery(getSubmission, { params: { id } }),
      refetchInterval: ({ state }: { state: { data?: Submission | undefined } }) =>
        state.data?.state === 'RUNNING' ? SUBMISSION_POLL_MS : (false as const),
    })),
    combine: dataOf,
  });
}

const dataOf = (results: readonly { data: Submission | undefined }[]) =>
  results.flatMap(({ data }) => data ?? []);

/** The failure of one service, as if it had been submitted by a call of its own. */
const toApiError = (failure: SubmitFailure | null | undefined) =>
  new ApiError(failure?.status ?? 0, failure ?? undefined);

/** Restores the states of submits made before the page was left or reloaded, unless undone. */
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
