import type { SecondFactors } from '@atrium/contract/accounts/second-factor';
import { startConfirmPasskey } from '@atrium/contract/accounts/sessions';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';

export type ConfirmWay = 'password' | 'authenticator' | 'recovery-code';

interface OtherConfirmWaysProps {
  query: UseQueryResult<SecondFactors>;
  /** The one that is open; undefined where none is. */
  way: ConfirmWay | undefined;
  onChange: (way: ConfirmWay) => void;
  onConfirmed: () => void;
}

/** Alternatives to the current way to confirm. */
export function OtherConfirmWays({ query, way, onChange, onConfirmed }: OtherConfirmWaysProps) {
  const unlocking = useChange({ mutationFn: confirmByPasskey, onSuccess: onConfirmed });
  const { data, error, isFetching, refetch } = query;
  if (!data) {
    return (
      error && (
        <ErrorAlert
          error={error}
          title="The other ways to confirm could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )
    );
  }
  const { factors, recoveryCodesLeft, hasPassword } = data;
  const has = (kind: 'authenticator' | 'passkey') => factors.some((factor) => factor.kind === kind);
  const forms = [
    { other: 'password', isPossible: hasPassword, label: 'Use your password' },
    { other: 'authenticator', isPossible: has('authenticator'), label: 'Use an authenticator app' },
    { other: 'recovery-code', isPossible: recoveryCodesLeft > 0, label: 'Use a recovery code' },
  ] as const;
  if (factors.length === 0) return null;
  return (
    <>
      <p className="mt-4 flex flex-wrap gap-2">
        {has('passkey') && (
          <Button size="small" isBusy={unlocking.isPending} onClick={() => unlocking.mutate()}>
            Use a passkey
          </Button>
        )}
        {forms.map(
          ({ other, isPossible, label }) =>
            isPossible &&
            other !== way && (
              <Button key={other} size="small" onClick={() => onChange(other)}>
                {label}
              </Button>
            ),
        )}
      </p>
      <ErrorDialog title="The passkey could not be used" error={unlocking.error} onClose={unlocking.reset} />
    </>
  );
}

/** Confirms the session's user with a passkey of the browser. */
async function confirmByPasskey(): Promise<void> {
  const { challenge, options } = await call(startConfirmPasskey, {});
  const { startAuthentication: ask } = await import('@simplewebauthn/browser');
  const response = await ask({ optionsJSON: options }).catch((cause: unknown) => {
    throw new Error('The browser gave no passkey. Please try again, or confirm another way.', { cause });
  });
  await (await session().secondStep()).confirm({ method: 'passkey', challenge, response: { ...response } });
}
