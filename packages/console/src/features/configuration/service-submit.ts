import { MovedFiles } from '@atrium/contract/configuration/confirm';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorDetails } from '../../api/api-error.ts';
import { confirmedFolders } from './confirm-payload.ts';
import { choicesOf, isMergeStale, pathOf } from './diff-choices.ts';
import { localMetadataQuery, pullQuery, submitService } from './pull.queries.ts';
import type { PullSession } from './pull-session.ts';
import type { ServiceDiff } from './service-diffs.ts';

export interface SubmitState {
  readonly status: 'submitting' | 'merged' | 'error';
  readonly error?: unknown;
}

/** Files that changed in the live configuration after they were compared, when that is why a submit failed. */
export function movedFilesOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const moved = MovedFiles.safeParse(errorDetails(error));
  return moved.success ? moved.data.moved : [];
}

const liveFilesOf = (serviceId: string) => ({ queryKey: localMetadataQuery(serviceId).queryKey });

/** Submits services one by one: all files of each or none; one that fails does not stop the others. */
export function useServiceSubmit(pull: Pull, session: PullSession) {
  const client = useQueryClient();
  const [states, setStates] = useState<{ readonly [serviceId: string]: SubmitState }>({});
  // The same for all services of this pull: restoring a backup can then restore all of them.
  const [backupKey] = useState(() => crypto.randomUUID());
  const setState = (serviceId: string, state: SubmitState) =>
    setStates((before) => ({ ...before, [serviceId]: state }));

  const isMerged = ({ service }: ServiceDiff) =>
    states[service.serviceId]?.status === 'merged' || service.confirmedVersion !== null;

  async function submitOne(diff: ServiceDiff): Promise<boolean> {
    const { service, files, local, changedCount, leftOut } = diff;
    const { serviceId } = service;
    if (local === undefined) return false;
    const chosen = choicesOf(session.choices, serviceId);
    const stale = files.filter((file) => isMergeStale(chosen, file));
    if (stale.length > 0) {
      const error = new Error(
        `Local moved after ${stale.map(pathOf).join(', ')} ${stale.length === 1 ? 'was' : 'were'} merged. Merge again on top of it.`,
      );
      setState(serviceId, { status: 'error', error });
      return false;
    }
    setState(serviceId, { status: 'submitting' });
    const folders = confirmedFolders(files, chosen, local.defaultActions);
    try {
      await submitService(
        {
          ...{ uuid: pull.uuid, serviceId, baseVersion: local.version, folders, backupKey },
          ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
        },
        crypto.randomUUID(),
      );
    } catch (error) {
      // With nothing to change the call only records what both sides agree on; the service counts as merged.
      setState(serviceId, changedCount === 0 ? { status: 'merged' } : { status: 'error', error });
      return changedCount === 0;
    }
    // The next comparison is made with what is live now; this one is over, and need not be read again.
    await client.invalidateQueries({ ...liveFilesOf(serviceId), refetchType: 'none' });
    setState(serviceId, { status: 'merged' });
    return true;
  }

  return {
    states,
    isMerged,
    isSubmitting: Object.values(states).some(({ status }) => status === 'submitting'),
    /** True when every service that takes part is merged now. */
    async submit(diffs: readonly ServiceDiff[]): Promise<boolean> {
      const waiting = diffs.filter(
        (diff) => !choicesOf(session.choices, diff.service.serviceId).isIgnored && !isMerged(diff),
      );
      const done = await Promise.all(waiting.map(submitOne));
      await client.invalidateQueries({ queryKey: pullQuery(pull.uuid).queryKey, exact: true });
      return done.every(Boolean);
    },
    /** Reads the live files again after they moved; the choices stay, and merging starts on top of the new ones. */
    async compareAgain(serviceId: string) {
      await client.invalidateQueries(liveFilesOf(serviceId));
      setStates(({ [serviceId]: _, ...others }) => others);
    },
  };
}

export type ServiceSubmit = ReturnType<typeof useServiceSubmit>;
