import {
  listFactors,
  RenameFactor,
  removeFactor,
  renameFactor,
  type SecondFactor,
  startAuthenticator,
} from '@atrium/contract/accounts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { Help } from '../../../layout/Help.tsx';
import { formatDate, formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { showToast } from '../../../ui/toast.ts';
import { factorsQuery } from '../account.queries.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RecoveryCodesLeft } from './RecoveryCodesLeft.tsx';
import { SignInRulesSwitch } from './SignInRulesSwitch.tsx';

// Separate chunk with the QR code library.
const AddAuthenticatorDialog = lazyDialog(
  async () => (await import('./AddAuthenticatorDialog.tsx')).AddAuthenticatorDialog,
);

/** Second factors of the user. */
export function SecondFactorsCard({ isOwner }: { isOwner: boolean }) {
  const query = useQuery(factorsQuery());
  const { data: overview } = query;
  const mayAddPasskey = overview?.canAddPasskey === true && !isAtNumber;
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
          {mayAddPasskey && (
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
          hint: `With an authenticator app${mayAddPasskey ? ' or a passkey' : ''}, a stolen password is not enough to sign in.`,
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

/** Browsers refuse passkeys for addresses without a name, such as 127.0.0.1. */
const isAtNumber = /^[\d.]+$|^\[/.test(window.location.hostname);

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

/** Renames or removes a second factor. */
function FactorActions({ factor }: { factor: SecondFactor }) {
  const { id, name } = factor;
  const [isRenaming, setRenaming] = useState(false);
  const removal = useRemove(removeFactor, {
    title: 'Remove second factor',
    question: `Are you sure you want to remove "${name}"? It can no longer be used to sign in.`,
    confirmLabel: 'Remove',
    errorTitle: 'The second factor could not be removed',
    request: { params: { id } },
    invalidates: [listFactors],
    onRemoved: () => showToast(`${name} was removed.`),
  });
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <Button size="small" aria-label={`Remove ${name}`} onClick={removal.ask}>
        Remove
      </Button>
      {isRenaming && <RenameFactorDialog factor={factor} onClose={() => setRenaming(false)} />}
      <RemoveDialog removal={removal} />
    </span>
  );
}

interface RenameFactorDialogProps {
  factor: SecondFactor;
  onClose: () => void;
}

function RenameFactorDialog({ factor: { id, name }, onClose }: RenameFactorDialogProps) {
  const form = useEndpointForm(renameFactor, {
    schema: RenameFactor,
    defaults: { name },
    params: { id },
    invalidates: [listFactors],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title={`Rename ${name}`} size="small" onClose={onClose}>
      <TextField label="Name" required autoComplete="off" {...form.field('name')} />
    </FormDialog>
  );
}
