import { MovedFiles } from '@atrium/contract/configuration/confirm';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useState } from 'react';
import { ApiError, errorDetails } from '../../api/api-error.ts';
import { confirmedFolders } from './confirm-payload.ts';
import { choicesOf, isMergeStale, pathOf, type ServiceChoices } from './diff-choices.ts';
import { readAfterSubmit, submitService } from './pull.queries.ts';
import type { PullSession, SessionAction } from './pull-session.ts';
import type { SubmittedVersion } from './SubmittedNotice.tsx';
import type { ServiceDiff } from './service-diffs.ts';
import { changeCount, type Outcome } from './submit-outcome.ts';

export interface SubmitState {
  readonly status: 'submitting' | 'merged' | 'error' | 'comparedAgain';
  readonly error?: unknown;
  /** What was made live, and the choices that made it, to go back to. */
  readonly submitted?: SubmittedVersion;
  readonly choices?: ServiceChoices;
}

/** A service of the diff step with what submitting it will do. */
export interface ServiceToSubmit {
  readonly diff: ServiceDiff;
  readonly outcome: Outcome;
}

/** Files that changed in the live configuration after they were compared, when that is why a submit failed. */
export function movedFilesOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const moved = MovedFiles.safeParse(errorDetails(error));
  return moved.success ? moved.data.moved : [];
}

/** Submits services one by one: all files of each or none; one that fails does not stop the others. */
export function useServiceSubmit(pull: Pull, session: PullSession, dispatch: Dispatch<SessionAction>) {
  const client = useQueryClient();
  const [states, setStates] = useState<{ readonly [serviceId: string]: SubmitState }>({});
  // The same for all services of this pull: restoring a backup can then restore all of them.
  const [backupKey] = useState(() => crypto.randomUUID());
  const setState = (serviceId: string, state: SubmitState) =>
    setStates((before) => ({ ...before, [serviceId]: state }));

  /** Everything that is chosen is live already, and the pull counts as exchanged. */
  const isSettled = ({ diff: { service, local }, outcome }: ServiceToSubmit) =>
    local !== undefined &&
    changeCount(outcome) + outcome.open.length === 0 &&
    (service.confirmedVersion !== null || states[service.serviceId]?.status === 'merged');

  async function submitOne({ diff, outcome }: ServiceToSubmit): Promise<boolean> {
    const { service, changed, local, leftOut } = diff;
    const { serviceId, serviceName } = service;
    if (local === undefined) return false;
    const choices = choicesOf(session.choices, serviceId);
    const stale = changed.filter((file) => isMergeStale(choices, file));
    if (stale.length > 0) {
      const error = new Error(
        `Local moved after ${stale.map(pathOf).join(', ')} ${stale.length === 1 ? 'was' : 'were'} merged. Merge again on top of it.`,
      );
      setState(serviceId, { status: 'error', error });
      return false;
    }
    setState(serviceId, { status: 'submitting' });
    try {
      const { version, backupId } = await submitService(
        {
          ...{ uuid: pull.uuid, serviceId, baseVersion: local.version, backupKey },
          folders: confirmedFolders(changed, choices),
          ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
        },
        crypto.randomUUID(),
      );
      dispatch({ type: 'choice', action: { type: 'submitted', serviceId, files: outcome.merged } });
      // What is told from now on is true of what is live now.
      await readAfterSubmit(client, pull.uuid, serviceId);
      const submitted = { serviceId, serviceName, version, backupId };
      setState(serviceId, { status: 'merged', choices, ...(backupId !== null && { submitted }) });
      return true;
    } catch (error) {
      // With nothing to change the call only records what both sides agree on; the service counts as merged.
      setState(serviceId, changed.length === 0 ? { status: 'merged' } : { status: 'error', error });
      return changed.length === 0;
    }
  }

  /** Reads the live files again after they moved; the choices stay, and merging starts on top of the new ones. */
  async function compareAgain(serviceId: string) {
    await readAfterSubmit(client, pull.uuid, serviceId);
    setState(serviceId, { status: 'comparedAgain' });
  }

  return {
    states,
    isSettled,
    isSubmitting: Object.values(states).some(({ status }) => status === 'submitting'),
    /** True when every service that takes part is merged now. */
    async submit(services: readonly ServiceToSubmit[]): Promise<boolean> {
      const done = await Promise.all(services.filter((one) => !isSettled(one)).map(submitOne));
      return done.every(Boolean);
    },
    compareAgain,
    /** The version before is live again: what was chosen can be chosen otherwise, and submitted. */
    undone(serviceId: string) {
      const choices = states[serviceId]?.choices;
      if (choices) dispatch({ type: 'choice', action: { type: 'restoreService', serviceId, choices } });
    },
  };
}

export type ServiceSubmit = ReturnType<typeof useServiceSubmit>;
