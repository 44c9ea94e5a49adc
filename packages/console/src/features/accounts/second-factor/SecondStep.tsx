import type { FactorMethod, SecondStep as Step } from '@atrium/contract/accounts/sign-in';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { session } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { useAttempt } from './use-attempt.ts';

interface SecondStepProps {
  step: Step;
  /** Returns to the first step, with a message to show there. */
  onBack: (message?: string) => void;
}

const OTHER_WAYS: Record<FactorMethod, string> = {
  authenticator: 'Use an authenticator app',
  passkey: 'Use a passkey',
  'recovery-code': 'Use a recovery code',
};

/** Step after a correct password: a second factor, or adding one where it is required. */
export function SecondStep({ step, onBack }: SecondStepProps) {
  const [method, setMethod] = useState<FactorMethod>(step.methods[0] ?? 'authenticator');
  const { field, isBusy, failure, attempt, clearFailure } = useAttempt(onBack);
  const passkeyButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    (method === 'passkey' ? passkeyButton : field).current?.focus();
  }, [method, field]);

  function giveCode(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    if (method === 'passkey') return;
    void attempt(async () => (await session().secondStep()).giveCode(step.challenge, method, code));
  }

  if (step.mustSetUp) return <SetUpStep challenge={step.challenge} onBack={onBack} />;
  return (
    <form method="post" onSubmit={giveCode} className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <>
          <p>Unlock the passkey that you keep on this device, on your phone or on a security key.</p>
          <Button
            ref={passkeyButton}
            variant="primary"
            isBusy={isBusy}
            onClick={() =>
              void attempt(async () => (await session().secondStep()).givePasskey(step.challenge))
            }
          >
            Continue with passkey
          </Button>
        </>
      ) : (
        <>
          <TextField
            key={method}
            ref={field}
            name="code"
            required
            autoComplete={method === 'authenticator' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            {...(method === 'authenticator'
              ? {
                  label: 'Code',
                  hint: 'Six digits, from your authenticator app.',
                  inputMode: 'numeric' as const,
                }
              : { label: 'Recovery code', hint: 'One of the codes that you saved. It works once.' })}
          />
          <Button type="submit" variant="primary" isBusy={isBusy}>
            Continue
          </Button>
        </>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap gap-2">
        {step.methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              size="small"
              onClick={() => {
                clearFailure();
                setMethod(other);
              }}
            >
              {OTHER_WAYS[other]}
            </Button>
          ))}
        <Button size="small" onClick={() => onBack()}>
          Back
        </Button>
      </div>
    </form>
  );
}
