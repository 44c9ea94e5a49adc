import type { StartedAuthenticator } from '@atrium/contract/accounts/second-factor';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { session } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { AuthenticatorSecret } from './AuthenticatorSecret.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useAttempt } from './use-attempt.ts';

interface SetUpStepProps {
  challenge: string;
  onBack: (message?: string) => void;
}

interface Finished {
  recoveryCodes: string[];
  enter: () => void;
}

/** Shown to users who must add a second factor before anything else. */
export function SetUpStep({ challenge, onBack }: SetUpStepProps) {
  const [started, setStarted] = useState<StartedAuthenticator>();
  const [finished, setFinished] = useState<Finished>();
  const { field, isBusy, failure, attempt } = useAttempt(onBack);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    let isShown = true;
    const starting = session()
      .secondStep()
      .then((calls) => calls.startSetUp(challenge));
    starting.then(
      (secret) => isShown && setStarted(secret),
      (error: unknown) => isShown && onBack(String((error as Error).message)),
    );
    return () => {
      isShown = false;
    };
  }, [challenge, onBack]);

  useEffect(() => {
    if (started) field.current?.focus();
  }, [started, field]);

  useEffect(() => {
    // The button that led here is unmounted, so move the focus.
    if (finished) heading.current?.focus();
  }, [finished]);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    void attempt(async () => setFinished(await (await session().secondStep()).finishSetUp(challenge, code)));
  }

  if (finished) {
    return (
      <div className="flex flex-col gap-4">
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          Save your recovery codes
        </h2>
        <RecoveryCodes codes={finished.recoveryCodes} />
        <Button variant="primary" onClick={finished.enter}>
          I have saved them
        </Button>
      </div>
    );
  }
  if (!started) return <Skeleton lines={10} label="Loading what your app needs" />;
  return (
    <form method="post" onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p>
        A second factor is required here. Add this account to an authenticator app on your phone, then enter
        the code that it shows.
      </p>
      <AuthenticatorSecret {...started} />
      <TextField
        ref={field}
        label="Code"
        name="code"
        hint="Six digits, from your authenticator app."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Continue
        </Button>
        <Button onClick={() => onBack()}>Back</Button>
      </div>
    </form>
  );
}
