import { deleteAccessKey, listAccessKeys } from '@atrium/contract/access-keys/access-key';
import {
  type AccessKey,
  managedKeyText,
  OTHER_ADMINISTRATORS_KEY,
} from '@atrium/contract/access-keys/access-key-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useAuth } from '../../api/session.ts';
import { useRemove } from '../../api/use-remove.ts';
import { Help } from '../../layout/Help.tsx';
import { useServiceName } from '../../layout/use-service-name.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pencil } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { refuse } from '../../ui/refusal.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { AccessKeyDialog } from './AccessKeyDialog.tsx';

function refusalOf({ isManaged, serviceId, isOfAdministrator, userId }: AccessKey, ownId?: string) {
  if (isManaged && serviceId !== null) return refuse(managedKeyText(serviceId));
  return isOfAdministrator && userId !== ownId ? refuse(OTHER_ADMINISTRATORS_KEY) : undefined;
}

type OpenDialog = { kind: 'create' } | { kind: 'edit'; accessKey: AccessKey };

export function AccessKeysPage() {
  const keys = useQuery(endpointQuery(listAccessKeys, {}));
  const auth = useAuth();
  const nameOf = useServiceName();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const addButton = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
      Add Access Key
    </Button>
  );
  const columns: TableColumn<AccessKey>[] = [
    {
      id: 'id',
      header: 'Key ID',
      isRowHeader: true,
      cell: ({ id, type, fingerprint, serviceId, username, isOfAdministrator }) => (
        <>
          {id}
          <span className="block text-sm font-normal break-all text-ink-soft">
            {type} · {fingerprint}
          </span>
          {serviceId !== null && (
            <span className="block text-sm font-normal text-ink-soft">
              The service {nameOf(serviceId)} signs in with this key.
            </span>
          )}
          {username && (
            <span className="block text-sm font-normal break-all text-ink-soft">
              Signs in as {username}
              {isOfAdministrator && ', an administrator'}
            </span>
          )}
        </>
      ),
    },
    { id: 'created', header: 'Created at', cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: 'updated', header: 'Updated at', cell: ({ updatedAt }) => formatDateTime(updatedAt) },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatDateTime(lastUsedAt)),
    },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expiresAt }) => (expiresAt === null ? 'never' : formatDateTime(expiresAt)),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (accessKey) => (
        <span className="flex justify-end">
          <IconButton
            label={`Edit access key ${accessKey.id}`}
            icon={<Pencil aria-hidden size={18} />}
            refusal={refusalOf(accessKey, auth.user?.userId)}
            onClick={() => setDialog({ kind: 'edit', accessKey })}
          />
          <DeleteAccessKey accessKey={accessKey} />
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader title="Access Keys" description={<Help topic="publicKeys" />} actions={addButton} />
      <Card isFlush>
        <EntityTable
          caption="Access keys"
          query={keys}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            title: 'No access keys yet',
            hint: 'No machine can sign in with a key yet.',
            action: addButton,
          }}
        />
      </Card>
      {dialog?.kind === 'create' && <AccessKeyDialog onClose={close} />}
      {dialog?.kind === 'edit' && <AccessKeyDialog accessKey={dialog.accessKey} onClose={close} />}
    </>
  );
}

function DeleteAccessKey({ accessKey: { id, serviceId } }: { accessKey: AccessKey }) {
  const removal = useRemove(deleteAccessKey, {
    title: 'Delete access key',
    question: `Are you sure you want to delete access key "${id}"?`,
    request: { params: { id } },
    invalidates: [listAccessKeys],
  });
  return <DeleteAction name={`access key ${id}`} removal={removal} disabled={serviceId !== null} />;
}
