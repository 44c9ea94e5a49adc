import type { login, SecondStep as Step } from '@atrium/contract/accounts/sign-in';
import {
  EMAIL_NOT_CONFIRMED,
  ENTER_PASSWORD,
  ENTER_USERNAME,
} from '@atrium/contract/accounts/sign-in-reasons';
import { errorDetails } from '@atrium/contract/api-error';
import { SESSION_NOT_ENDED } from '@atrium/contract/error-message';
import { type SubmitEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { session, useAuth } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { ProviderButtons } from './identity-provider/ProviderButtons.tsx';
import { loginName, rememberLoginName } from './login-name.ts';
import { VisitorCard } from './VisitorCard.tsx';

// Rarely needed, and it imports the schemas of calls.
const ResendConfirmation = lazyPart(
  async () => (await import('./ResendConfirmation.tsx')).ResendConfirmation,
);

// Separate chunk with everything that only a second factor needs.
const SecondStep = lazyPart(async () => (await import('./second-factor/SecondStep.tsx')).SecondStep);

interface Failure {
  message: string;
  /** Account whose verification e-mail to resend, if the sign-in failed for lack of verification. */
  unconfirmed?: string;
}

/** Signs in through the widget; the guard then redirects to the requested page. */
export function LoginForm({ domain }: { domain: string | undefined }) {
  const [isBusy, setBusy] = useState(false);
  const { trouble } = useAuth();
  const isHydrated = useHydrated();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [step, setStep] = useState<Step>();
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const username = useRef<HTMLInputElement>(null);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (isBack) username.current?.focus();
  }, [isBack]);
  const goBack = useCallback((message?: string) => {
    setStep(undefined);
    setBack(true);
    setFailure(message === undefined ? null : { message });
  }, []);

  async function signIn(form: FormData) {
    const username = String(form.get('username') ?? '').trim();
    const password = String(form.get('password') ?? '');
    setBack(false);
    setFailure(null);
    // Validated by hand: the schema would add its library to this page.
    setMissing({
      ...(username === '' && { username: ENTER_USERNAME }),
      ...(password === '' && { password: ENTER_PASSWORD }),
    });
    if (username === '' || password === '') return;
    setBusy(true);
    try {
      setStep(await session().login({ username, password }));
      rememberLoginName('');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isUnconfirmed =
        errorDetails<typeof login, 'unprocessable'>(error, 422)?.reason === EMAIL_NOT_CONFIRMED;
      setFailure({ message, ...(isUnconfirmed && { unconfirmed: username }) });
    } finally {
      setBusy(false);
    }
  }

  async function signInWithPasskey() {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await (await session().secondStep()).signInWithPasskey();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) void signIn(new FormData(event.currentTarget));
  }

  if (step) {
    return (
      <VisitorCard title={step.mustSetUp ? 'Add a second factor' : 'Confirm that it is you'}>
        <Suspense fallback={<Spinner />}>
          <SecondStep step={step} onBack={goBack} />
        </Suspense>
      </VisitorCard>
    );
  }
  return (
    <VisitorCard
      title="Login"
      footer={
        <>
          <AppLink href={paths.sendReset()}>Forgot password?</AppLink>
          <AppLink href={paths.register()}>Register here</AppLink>
        </>
      }
    >
      <form method="post" noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        {trouble === 'unended' && <Alert kind="warning">{SESSION_NOT_ENDED}</Alert>}
        <TextField
          ref={username}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={loginName() || undefined}
          required
          error={missing.username}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={missing.password}
        />
        {/*
         * Until the program has loaded the browser submits the form itself, which must not put the password in the
         * URL.
         */}
        <Button
          type="submit"
          variant="primary"
          isBusy={isBusy}
          disabled={!isHydrated}
          className="disabled:opacity-100"
        >
          Login
        </Button>
        <Button
          disabled={!isHydrated}
          className="disabled:opacity-100"
          onClick={() => void signInWithPasskey()}
        >
          Sign in with a passkey
        </Button>
        <p role="alert" className="text-danger empty:hidden">
          {failure?.message}
        </p>
        {failure?.unconfirmed && (
          <Suspense fallback={null}>
            <ResendConfirmation username={failure.unconfirmed} />
          </Suspense>
        )}
      </form>
      {/* Not a chunk of its own: the headers of another response are larger than the module. */}
      {isHydrated && <ProviderButtons domain={domain} />}
    </VisitorCard>
  );
}
