import type { Submission } from '@atrium/contract/configuration/submission';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Choices } from '../decisions/diff-choices.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import { declaresAnything, readDeclared } from './read-declared.ts';
import type { ServiceSubmit, ServiceToSubmit, TestsAfter } from './service-submit.ts';

/** A submit that waits for its question to be answered. */
export interface AskedSubmit {
  readonly services: readonly ServiceToSubmit[];
  readonly thenTests: boolean;
  /** What functions declare from then on. */
  readonly declared?: readonly ReasonedChange[];
  /**
   * Choices at the time of the question, which are the ones to submit: another tab may change them in the meantime, and
   * a submit drops the choices it made live.
   */
  readonly choices: Choices;
}

interface SubmitSteps {
  /** Of the pull. */
  uuid: string;
  submit: ServiceSubmit;
  /** Whether tests failed with the submitted content. */
  hasFailedTests: boolean;
  /** A service that takes part could not be loaded. */
  isFailed: boolean;
  onOpen: (services: readonly ServiceToSubmit[]) => void;
  onTests: (submission: Submission) => void;
  choices: Choices;
  /** The tests that follow, if any are to. */
  testsAfter: (choices: Choices) => TestsAfter;
}

const NOT_LOADED = 'Retry or ignore the services that could not be loaded, then run the tests.';

/** The steps of a submit: open conflicts are decided first, losses are confirmed, then it is sent. */
export function useAskedSubmit(steps: SubmitSteps) {
  const { uuid, submit, hasFailedTests, isFailed, onOpen, onTests, choices, testsAfter } = steps;
  const [asked, setAsked] = useState<AskedSubmit | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLoadingRefused, setLoadingRefused] = useState(false);
  const client = useQueryClient();
  const isReading = useRef(false);

  function send(wanted: AskedSubmit): void {
    setAsked(null);
    setRefusal(null);
    // A submit with tests must not go live if its tests can't be shown.
    const isRefused = wanted.thenTests && isFailed;
    setLoadingRefused(isRefused);
    if (isRefused) return;
    void submitNow(wanted);
  }

  async function submitNow({ services, thenTests, choices: chosen }: AskedSubmit) {
    const after = thenTests ? testsAfter(chosen) : { tests: 'NONE' as const };
    const { isDone, submission } = await submit.submit(services, chosen, after);
    if (!thenTests) return;
    if (isDone && submission) onTests(submission);
    else setRefusal('Some services could not be submitted. Fix the errors above, then run the tests.');
  }

  return {
    asked,
    // The refusal applies until the failed services are loaded or ignored.
    refusal: isLoadingRefused && isFailed ? NOT_LOADED : refusal,
    start(services: readonly ServiceToSubmit[], thenTests = false) {
      if (isReading.current) return;
      const isRefused = thenTests && isFailed;
      const wanted = { services, thenTests, choices };
      if (services.some(({ outcome }) => outcome.open.length > 0)) return onOpen(services);
      if (isRefused) return send(wanted);
      const isAsked = hasFailedTests || services.some(isAskedAbout);
      const decide = (declared: readonly ReasonedChange[]) =>
        isAsked || declared.length > 0 ? setAsked({ ...wanted, declared }) : send(wanted);
      if (!declaresAnything(services)) return decide([]);
      isReading.current = true;
      void readDeclared(client, uuid, services)
        .then(decide)
        .finally(() => {
          isReading.current = false;
        });
    },
    confirm: () => asked && send(asked),
    cancel: () => setAsked(null),
  };
}

const isAskedAbout = ({
  diff,
  outcome: { deleted, discarded, replaced, unparsed, unchecked },
}: ServiceToSubmit) =>
  diff.newer !== undefined ||
  [deleted, discarded, replaced, unparsed, unchecked].some(({ length }) => length > 0);
