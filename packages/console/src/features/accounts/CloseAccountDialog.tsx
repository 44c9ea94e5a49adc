import { CloseAccount, closeAccount } from '@atrium/contract/accounts/account-closing';
import { useQuery } from '@tanstack/react-query';
import { session } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { accountClosingQuery } from './account.queries.ts';
import { ClosingFacts } from './ClosingFacts.tsx';

/** Lists the consequences and closes the account once the username is typed. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const closing = useQuery(accountClosingQuery());
  const form = useEndpointForm(closeAccount, {
    schema: CloseAccount,
    defaults: { username: '' },
    onSaved: () => showToast('Your account was closed.'),
    onDone: () => void session().logout(),
  });
  return (
    <FormDialog
      form={form}
      title="Close account"
      saveLabel="Close account"
      isDangerous
      errorTitle="Your account could not be closed"
      onClose={onClose}
    >
      <QueryPanel query={closing}>
        {(found) => (
          <>
            <ClosingFacts closing={found} />
            <TextField
              label={`Enter your username to confirm (${found.username})`}
              required
              autoComplete="off"
              autoCapitalize="none"
              {...form.field('username')}
            />
          </>
        )}
      </QueryPanel>
    </FormDialog>
  );
}
