import { startConnection } from '@atrium/contract/accounts/own-identity';
import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { rememberConnection } from './connection.ts';

/** Opens the provider's sign-in, which returns to the console and connects the account. */
export function ConnectAction({ id, name }: OfferedProvider) {
  const starting = useChange({
    mutationFn: () => call(startConnection, { params: { id } }),
    onSuccess: ({ url }) => {
      rememberConnection(url);
      // Going back may restore the page in this state from the browser's cache.
      window.addEventListener('pageshow', () => starting.reset(), { once: true });
      window.location.assign(url);
    },
  });
  return (
    <>
      <Button
        size="small"
        aria-label={`Connect ${name}`}
        isBusy={starting.isPending || starting.isSuccess}
        onClick={() => starting.mutate()}
      >
        Connect
      </Button>
      <ErrorDialog title={`${name} could not be connected`} error={starting.error} onClose={starting.reset} />
    </>
  );
}
