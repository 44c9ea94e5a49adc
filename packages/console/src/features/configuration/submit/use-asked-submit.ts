import type { Submission } from '@atrium/contract/configuration/submission';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Choices, choicesOf } from '../decisions/diff-choices.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import { declaresAnything, readDeclared } from './read-declared.ts';
import type { ServiceSubmit, ServiceToSubmit, TestsAfter } from './service-submit.ts';

/** A submit that waits for its question to be answered. */
export interface AskedSubmit {
  readonly services: readonly ServiceToSubmit[];
  readonly thenTests: boolean;
  /** Changes to declarations of functions. */
  readonly declared: readonly ReasonedChange[];
  /**
   * Choices at the time of the question, which are the ones to submit: another tab may change them in the meantime, and
   * a submit drops the choices it made live.
   */
  readonly choices: Choices;
}

/** A submit whose metadata files are being read. */
interface Reading {
  readonly ids: ReadonlySet<string>;
  readonly thenTests: boolean;
}

interface SubmitSteps {
  /** Id of the pull. */
  uuid: string;
  submit: ServiceSubmit;
  /** Whether tests failed with the submitted content. */
  hasFailedTests: boolean;
  /** Whether a service that takes part could not be loaded. */
  isFailed: boolean;
  onOpen: (services: readonly ServiceToSubmit[]) => void;
  onTests: (submission: Submission) => void;
  /** All services, each with the outcome of submitting `choices`. */
  services: readonly ServiceToSubmit[];
  choices: Choices;
  /** The tests that follow, if any are to. */
  testsAfter: (choices: Choices) => TestsAfter;
}

const NOT_LOADED = 'Retry or ignore the services that could not be loaded, then run the tests.';

/** The steps of a submit: open conflicts are decided first, losses are confirmed, then it is sent. */
export function useAskedSubmit(steps: SubmitSteps) {
  const { uuid, submit, hasFailedTests, isFailed, onOpen, onTests, services, choices, testsAfter } = steps;
  const [asked, setAsked] = useState<AskedSubmit | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLoadingRefused, setLoadingRefused] = useState(false);
  const client = useQueryClient();
  const [reading, setReading] = useState<Reading | null>(null);

  const takenOf = (ids: ReadonlySet<string>) =>
    services.filter(({ diff: { service } }) => {
      return ids.has(service.serviceId) && !choicesOf(choices, service.serviceId).isIgnored;
    });

  const read = useEffectEvent(({ ids }: Reading) => readDeclared(client, uuid, takenOf(ids), choices));
  const goOn = useEffectEvent(({ ids, thenTests }: Reading, declared: readonly ReasonedChange[]) => {
    setReading(null);
    decide({ services: takenOf(ids), thenTests, choices, declared });
  });
  // A choice made in the meantime starts the reading again: the question is about the latest choices.
  useEffect(() => {
    if (reading === null) return;
    let isOver = false;
    void read(reading)
      .catch(() => [])
      .then((declared) => {
        if (!isOver) goOn(reading, declared);
      });
    return () => {
      isOver = true;
    };
  }, [reading, choices]);

  function decide(wanted: AskedSubmit): void {
    if (wanted.services.some(hasOpen)) return onOpen(wanted.services);
    const isAsked = hasFailedTests || wanted.declared.length > 0 || wanted.services.some(isAskedAbout);
    if (isAsked) setAsked(wanted);
    else send(wanted);
  }

  function send(wanted: AskedSubmit): void {
    setAsked(null);
    setRefusal(null);
    // A submit with tests must not go live if its tests can't be shown.
    const isRefused = wanted.thenTests && isFailed;
    setLoadingRefused(isRefused);
    if (isRefused) return;
    void submitNow(wanted);
  }

  async function submitNow({ services: submitted, thenTests, choices: chosen }: AskedSubmit) {
    const after = thenTests ? testsAfter(chosen) : { tests: 'NONE' as const };
    const { isDone, submission } = await submit.submit(submitted, chosen, after);
    if (!thenTests) return;
    if (isDone && submission) onTests(submission);
    else setRefusal('Some services could not be submitted. Fix the errors above, then run the tests.');
  }

  return {
    asked,
    /** Whether metadata is being read, before the question. */
    isReading: reading !== null,
    // The refusal applies until the failed services are loaded or ignored.
    refusal: isLoadingRefused && isFailed ? NOT_LOADED : refusal,
    start(started: readonly ServiceToSubmit[], thenTests = false) {
      if (reading !== null) return;
      if (started.some(hasOpen)) return onOpen(started);
      const wanted = { services: started, thenTests, choices, declared: [] };
      if (thenTests && isFailed) return send(wanted);
      if (!declaresAnything(started)) return decide(wanted);
      setReading({ ids: new Set(started.map(({ diff }) => diff.service.serviceId)), thenTests });
    },
    confirm: () => asked && send(asked),
    cancel: () => setAsked(null),
  };
}

const hasOpen = ({ outcome }: ServiceToSubmit) => outcome.open.length > 0;

const isAskedAbout = ({
  diff,
  outcome: { deleted, discarded, replaced, unparsed, unchecked },
}: ServiceToSubmit) =>
  diff.newer !== undefined ||
  [deleted, discarded, replaced, unparsed, unchecked].some(({ length }) => length > 0);
