import { useState } from 'react';
import type { DiffFile } from './service-diffs.ts';
import type { ServiceSubmit, ServiceToSubmit } from './service-submit.ts';

/** A submit that waits for its question to be answered. */
export interface AskedSubmit {
  readonly services: readonly ServiceToSubmit[];
  readonly thenTests: boolean;
}

interface SubmitSteps {
  submit: ServiceSubmit;
  /** A service that takes part could not be loaded. */
  isFailed: boolean;
  onOpen: (open: readonly DiffFile[]) => void;
  onTests: () => void;
}

/** The steps of a submit: open conflicts are decided first, losses are confirmed, then it is sent. */
export function useAskedSubmit({ submit, isFailed, onOpen, onTests }: SubmitSteps) {
  const [asked, setAsked] = useState<AskedSubmit | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send({ services, thenTests }: AskedSubmit): Promise<void> {
    setAsked(null);
    setRefusal(null);
    const isDone = await submit.submit(services);
    if (!thenTests) return;
    if (isFailed) setRefusal('Retry or ignore the services that could not be loaded, then run the tests.');
    else if (isDone) onTests();
    else setRefusal('Some services could not be submitted. Fix the errors above, then run the tests.');
  }

  return {
    asked,
    refusal,
    start(services: readonly ServiceToSubmit[], thenTests = false) {
      const open = services.flatMap(({ outcome }) => outcome.open);
      if (open.length > 0) onOpen(open);
      else if (services.some(isAskedAbout)) setAsked({ services, thenTests });
      else void send({ services, thenTests });
    },
    confirm: () => asked && void send(asked),
    cancel: () => setAsked(null),
  };
}

const isAskedAbout = ({ outcome: { deleted, discarded, unparsed } }: ServiceToSubmit) =>
  deleted.length + discarded.length + unparsed.length > 0;
