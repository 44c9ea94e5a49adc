import { type SecondFactor, startAuthenticator } from '@atrium/contract/accounts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { Help } from '../../../layout/Help.tsx';
import { formatDate, formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { factorsQuery } from '../account.queries.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { FactorActions } from './FactorActions.tsx';
import { RecoveryCodesLeft } from './RecoveryCodesLeft.tsx';
import { SignInRulesSwitch } from './SignInRulesSwitch.tsx';

// With the library that draws QR codes.
const AddAuthenticatorDialog = lazyDialog(
  async () => (await import('./AddAuthenticatorDialog.tsx')).AddAuthenticatorDialog,
);

/** How a person signs in besides the password. */
export function SecondFactorsCard({ isOwner }: { isOwner: boolean }) {
  const query = useQuery(factorsQuery());
  const { data: overview } = query;
  const starting = useChange({ mutationFn: () => call(startAuthenticator, {}) });
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  return (
    <Card
      title="Second factors"
      description={<Help topic="secondFactors" />}
      isFlush
      actions={
        <span className="flex flex-wrap gap-2">
          <Button size="small" isBusy={starting.isPending} onClick={() => starting.mutate()}>
            Add authenticator app
          </Button>
          {overview?.canAddPasskey && (
            <Button size="small" onClick={() => setAddingPasskey(true)}>
              Add passkey
            </Button>
          )}
        </span>
      }
    >
      <EntityTable
        caption="Second factors"
        name="factors"
        query={{ ...query, data: overview?.factors }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'With an authenticator app or a passkey, a stolen password is not enough to sign in.',
          action: (
            <Button isBusy={starting.isPending} onClick={() => starting.mutate()}>
              Set up an authenticator app
            </Button>
          ),
        }}
      />
      {overview && overview.factors.length > 0 && <RecoveryCodesLeft left={overview.recoveryCodesLeft} />}
      {isOwner && <SignInRulesSwitch />}
      {starting.data && (
        <Suspense fallback={null}>
          <AddAuthenticatorDialog started={starting.data} onClose={starting.reset} />
        </Suspense>
      )}
      <ErrorDialog title="No app can be added" error={starting.error} onClose={starting.reset} />
      {isAddingPasskey && <AddPasskeyDialog onClose={() => setAddingPasskey(false)} />}
    </Card>
  );
}

const columns: TableColumn<SecondFactor>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ name, kind }) => (
      <>
        {name}
        <span className="block text-xs font-normal text-ink-soft">
          {kind === 'passkey' ? 'Passkey' : 'Authenticator app'}
        </span>
      </>
    ),
  },
  { id: 'since', header: 'Added', cell: ({ createdOn }) => formatDate(createdOn) },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedOn }) => (lastUsedOn === null ? 'Never' : formatDateTime(lastUsedOn)),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (factor) => <FactorActions factor={factor} />,
  },
];
