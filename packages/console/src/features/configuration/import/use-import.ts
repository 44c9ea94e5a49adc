import { listBases, type NewerExchange } from '@atrium/contract/configuration/bases';
import type { ImportedService, ImportResult } from '@atrium/contract/configuration/import';
import type { Pull } from '@atrium/contract/configuration/pull';
import type { ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useIdempotencyKeys } from '../../../api/use-idempotency-key.ts';
import { type CandidateChanges, useCandidate } from '../../test-runs/public.ts';
import type { SubmittedVersion } from '../decisions/reduce-choices.ts';
import { basesQuery } from '../differences/comparison.queries.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { declaredChanges } from '../live-change/declared-changes.ts';
import { compareBodies } from './compare-bodies.ts';
import {
  type ConfirmedBodies,
  checkSyntax,
  readLocal,
  readPullResults,
  submitBodies,
} from './import.queries.ts';
import { bodyOf } from './import-body.ts';
import { changesOf, type ImportChanges, madeHere, metadataChangesOf } from './import-changes.ts';
import { type ImportItem, type ItemOption, offeredOption } from './import-items.ts';

/** By the item's key. */
export type ItemOptions = { readonly [key: string]: ItemOption };

export interface ServiceImport {
  readonly result: ImportResult;
  readonly items: readonly ImportItem[];
  /** A newer state of the branch is live, which submitting this one would take back. */
  readonly newer: NewerExchange | undefined;
  readonly optionOf: (item: ImportItem) => ItemOption;
  /** Body to submit, with its changes below. */
  readonly body: ConfigurationBody;
  readonly changes: ImportChanges;
  readonly isSent: boolean;
  /** Last version that this dialog made live, until it is undone and submitted again. */
  readonly submitted: SubmittedVersion | undefined;
  readonly isDone: boolean;
  readonly failure: ImportedService | undefined;
  /** Both sides were refetched after a failure, so the choices need a review. */
  readonly isComparedAgain: boolean;
}

type ByService<Value> = { readonly [serviceId: string]: Value };

/** Options of each service's items, and the submit of all services. */
export function useImport(found: readonly ImportResult[], pull: Pull | undefined) {
  const [results, setResults] = useState(found);
  const [options, setOptions] = useState<ByService<ItemOptions>>({});
  const [sent, setSent] = useState<readonly string[]>(() =>
    results.filter(({ sendBody }) => sendBody).map(({ serviceId }) => serviceId),
  );
  const [outcomes, setOutcomes] = useState<ByService<ImportedService>>({});
  const [comparedAgain, setComparedAgain] = useState<readonly string[]>([]);
  const [submitted, setSubmitted] = useState<ByService<SubmittedVersion>>({});
  const [backupKey] = useState(() => crypto.randomUUID());
  const bases = useQuery({ ...basesQuery(pull?.uuid ?? ''), enabled: pull !== undefined }).data?.services;
  const compared = useMemo(
    () =>
      results.map((result) => {
        const items = compareBodies(result);
        const base = bases?.[result.serviceId];
        return { result, items, newer: base?.newer, made: madeHere(items, base) };
      }),
    [results, bases],
  );
  const decided = useMemo(
    () =>
      compared.map(({ result, items, newer, made }) => {
        const { serviceId, commitSha } = result;
        const optionOf = (item: ImportItem) => offeredOption(item.state, options[serviceId]?.[item.key]);
        const body = bodyOf(items, optionOf, commitSha);
        return { result, items, newer, optionOf, body, changes: changesOf(items, optionOf, body, made) };
      }),
    [compared, options],
  );
  const services = decided.map((one): ServiceImport => {
    const { serviceId } = one.result;
    const outcome = outcomes[serviceId];
    return {
      ...one,
      isSent: sent.includes(serviceId),
      submitted: submitted[serviceId],
      isDone: outcome?.status === 'OK',
      failure: outcome?.status === 'ERROR' ? outcome : undefined,
      isComparedAgain: outcome === undefined && comparedAgain.includes(serviceId),
    };
  });
  const isRead = (serviceId: string) => results.some((result) => result.serviceId === serviceId);
  // Successful services stay imported; a retry sends only the others.
  const waiting = services.filter(({ isSent, isDone }) => isSent && !isDone);

  const confirmed = (): ConfirmedBodies =>
    waiting.map(({ result: { serviceId, baseVersion, commitSha }, body }) => ({
      serviceId,
      baseVersion,
      commitSha,
      body: JSON.stringify(body),
      ...(bases && { exchange: bases[serviceId]?.exchange ?? null }),
    }));

  const changes = (): CandidateChanges =>
    confirmed().map(({ serviceId, baseVersion, body }) => ({ kind: 'body', serviceId, baseVersion, body }));
  const candidate = useCandidate({ contents: () => JSON.stringify(changes()) });

  const client = useQueryClient();
  const withKey = useIdempotencyKeys();
  /** Changes of declarations of functions by the services that wait. */
  const readDeclared = async () => {
    const read = waiting.map(({ result: { serviceId, name }, items, body }) =>
      declaredChanges(client, { serviceId, serviceName: name }, metadataChangesOf(items, body)),
    );
    return (await Promise.all(read)).flat();
  };
  const check = useChange({
    mutationFn: async (bodies: ConfirmedBodies) => {
      const [checked, declared] = await Promise.all([checkSyntax({ confirmed: bodies }), readDeclared()]);
      return { ...checked, declared };
    },
  });
  const [progress, setProgress] = useState('');
  const submit = useChange({
    mutationFn: (bodies: ConfirmedBodies) => {
      const body = { ...(pull && { uuid: pull.uuid }), backupKey, confirmed: bodies };
      return withKey('import', body, (key) => {
        setProgress(key);
        return submitBodies({ ...body, progress: key }, key);
      });
    },
    onSuccess: ({ results: imported }) => {
      setOutcomes((before) => ({ ...before, ...byService(imported) }));
      setSubmitted((before) => ({ ...before, ...byService(imported.flatMap(versionOf)) }));
      // A service with an unknown outcome may be live as well.
      const written = imported.filter(({ status, isOutcomeUnknown }) => status === 'OK' || isOutcomeUnknown);
      void readAfterNewVersion(
        client,
        written.map(({ serviceId }) => serviceId),
      );
    },
  });
  /** Refetches both sides after the live version changed; the options stay. */
  const compareAgain = useChange({
    // Compare changed services one at a time.
    scope: { id: 'compare-again' },
    mutationFn: async (serviceId: string) => {
      const [read] = await Promise.all([
        pull ? readPullResults(pull.uuid) : readLocal(serviceId),
        // With outdated bases, another user's submit would look like local changes.
        readAgain(client, [listBases]),
      ]);
      const missing = 'unread' in read ? read.unread?.find((one) => one.serviceId === serviceId) : undefined;
      if (missing) throw new Error(missing.error.localizedMessage);
      return read.results?.find((one) => one.serviceId === serviceId);
    },
    onSuccess: (now, serviceId) => {
      if (now === undefined) return;
      if (isRead(serviceId)) {
        setResults((before) =>
          before.map((one) => {
            if (one.serviceId !== serviceId) return one;
            return pull ? now : { ...now, gitBody: one.gitBody };
          }),
        );
      } else {
        setResults((before) => [...before, now]);
        if (now.sendBody) setSent((before) => [...before, serviceId]);
      }
      setOutcomes(({ [serviceId]: _, ...others }) => others);
      if (outcomes[serviceId]?.status === 'ERROR') setComparedAgain((before) => [...before, serviceId]);
    },
  });

  return {
    services,
    /** Services that could not be read, so that there is nothing to choose of them yet. */
    unread: (pull?.unread ?? []).filter(({ serviceId }) => !isRead(serviceId)),
    waiting,
    candidate: { ...candidate, test: () => candidate.test(changes()) },
    /** Returns the bodies to submit, from the current choices. */
    confirmed,
    check,
    submit,
    /** Choices are disabled until the result is known. */
    isSubmitting: check.isPending || submit.isPending,
    /** Operation id of the submit. */
    progress,
    compareAgain,
    isDone: submit.isSuccess && waiting.length === 0,
    /** An option was decided that is not live yet. */
    hasDecided: services.some(({ result, isDone }) => !isDone && options[result.serviceId] !== undefined),
    choose: (serviceId: string, next: ItemOptions) =>
      setOptions((before) => ({ ...before, [serviceId]: { ...before[serviceId], ...next } })),
    send: (serviceId: string, isSent: boolean) =>
      setSent((before) => (isSent ? [...before, serviceId] : before.filter((id) => id !== serviceId))),
  };
}

function byService<Value extends { serviceId: string }>(values: readonly Value[]): ByService<Value> {
  return Object.fromEntries(values.map((value) => [value.serviceId, value]));
}

function versionOf({ serviceId, serviceName, version, backupId = null }: ImportedService) {
  return version === undefined ? [] : [{ serviceId, serviceName, version, backupId }];
}
