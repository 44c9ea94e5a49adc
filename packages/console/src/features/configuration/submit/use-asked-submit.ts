import type { ReturnOnFailure } from '@atrium/contract/test-runs/return-on-failure';
import { useState } from 'react';
import type { Choices } from '../decisions/diff-choices.ts';
import type { ServiceSubmit, ServiceToSubmit } from './service-submit.ts';
import { changeCount } from './submit-counts.ts';
import type { ReturnWishHandle } from './use-return-wish.ts';

/** A submit that waits for its question to be answered. */
export interface AskedSubmit {
  readonly services: readonly ServiceToSubmit[];
  readonly thenTests: boolean;
  /**
   * What was chosen when it was asked for, which is what is sent: another tab may choose otherwise meanwhile. A submit
   * forgets what it has made live.
   */
  readonly choices: Choices;
}

interface SubmitSteps {
  submit: ServiceSubmit;
  /** Tests failed with what is submitted. */
  hasFailedTests: boolean;
  /** A service that takes part could not be loaded. */
  isFailed: boolean;
  onOpen: (services: readonly ServiceToSubmit[]) => void;
  onTests: (returnOnFailure: ReturnOnFailure | undefined) => void;
  choices: Choices;
  /** What returns the submit if a test fails; undefined if that is not wanted. */
  returnOf: (choices: Choices) => ReturnOnFailure | undefined;
  wish: ReturnWishHandle;
}

const NOT_LOADED = 'Retry or ignore the services that could not be loaded, then run the tests.';

/** The steps of a submit: open conflicts are decided first, losses are confirmed, then it is sent. */
export function useAskedSubmit(steps: SubmitSteps) {
  const { submit, hasFailedTests, isFailed, onOpen, onTests, choices, returnOf, wish } = steps;
  const [asked, setAsked] = useState<AskedSubmit | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLoadingRefused, setLoadingRefused] = useState(false);

  function send(wanted: AskedSubmit): void {
    setAsked(null);
    setRefusal(null);
    // Whoever wants tests does not want anything live that they cannot follow.
    const isRefused = wanted.thenTests && isFailed;
    setLoadingRefused(isRefused);
    if (isRefused) return;
    const returned = wanted.thenTests ? returnOf(wanted.choices) : undefined;
    if (returned === undefined) void submitNow(wanted, undefined);
    else
      wish.note(
        { ...returned, serviceIds: changedServices(wanted) },
        {
          onSuccess: () => void submitNow(wanted, returned),
          onError: ({ message }) =>
            setRefusal(
              `Nothing was submitted, because the return after a failed test could not be set up. ${message}`,
            ),
        },
      );
  }

  async function submitNow(wanted: AskedSubmit, returned: ReturnOnFailure | undefined) {
    const { services, thenTests, choices: chosen } = wanted;
    const isDone = await submit.submit(services, chosen);
    if (!thenTests) return;
    if (isDone) return onTests(returned);
    if (returned) wish.withdraw(returned.backupKey);
    setRefusal('Some services could not be submitted. Fix the errors above, then run the tests.');
  }

  return {
    asked,
    // It holds until they were loaded or ignored.
    refusal: isLoadingRefused && isFailed ? NOT_LOADED : refusal,
    start(services: readonly ServiceToSubmit[], thenTests = false) {
      const isRefused = thenTests && isFailed;
      if (services.some(({ outcome }) => outcome.open.length > 0)) onOpen(services);
      else if ((hasFailedTests || services.some(isAskedAbout)) && !isRefused)
        setAsked({ services, thenTests, choices });
      else send({ services, thenTests, choices });
    },
    confirm: () => asked && send(asked),
    cancel: () => setAsked(null),
  };
}

/** A service of which nothing changes makes no version that could be waited for. */
const changedServices = ({ services }: AskedSubmit) =>
  services.filter(({ outcome }) => changeCount(outcome) > 0).map(({ diff }) => diff.service.serviceId);

const isAskedAbout = ({
  diff,
  outcome: { deleted, discarded, replaced, unparsed, unchecked },
}: ServiceToSubmit) =>
  diff.newer !== undefined ||
  [deleted, discarded, replaced, unparsed, unchecked].some(({ length }) => length > 0);
