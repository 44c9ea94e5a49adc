import { type AccessKey, listAccessKeys } from '@atrium/contract/access-keys/access-key';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AccessKeyDialog } from './AccessKeyDialog.tsx';
import { DeleteAccessKeyDialog } from './DeleteAccessKeyDialog.tsx';

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; accessKey: AccessKey };

export function AccessKeysPage() {
  const keys = useQuery(endpointQuery(listAccessKeys, {}));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const columns: TableColumn<AccessKey>[] = [
    {
      id: 'id',
      header: 'Key ID',
      isRowHeader: true,
      cell: ({ id, type, fingerprint, serviceId }) => (
        <>
          {id}
          <span className="block text-sm font-normal break-all text-ink-soft">
            {type} · {fingerprint}
          </span>
          {serviceId !== null && (
            <span className="block text-sm font-normal text-ink-soft">
              The service {serviceId} signs in with this key.
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
            label={`Delete access key ${accessKey.id}`}
            icon={<Trash2 aria-hidden size={18} />}
            disabled={accessKey.serviceId !== null}
            onClick={() => setDialog({ kind: 'delete', accessKey })}
          />
          <IconButton
            label={`Edit access key ${accessKey.id}`}
            icon={<Pencil aria-hidden size={18} />}
            onClick={() => setDialog({ kind: 'edit', accessKey })}
          />
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Access Keys"
        description="Public keys of machines. Whoever holds the private key signs in without a password."
        actions={
          <Button look="primary" onClick={() => setDialog({ kind: 'create' })}>
            Add Access Key
          </Button>
        }
      />
      <Card isFlush>
        <QueryPanel query={keys}>
          {(rows) => <Table caption="Access keys" columns={columns} rows={rows} rowKey={({ id }) => id} />}
        </QueryPanel>
      </Card>
      {dialog?.kind === 'create' && <AccessKeyDialog onClose={close} />}
      {dialog?.kind === 'edit' && <AccessKeyDialog accessKey={dialog.accessKey} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteAccessKeyDialog id={dialog.accessKey.id} onClose={close} />}
    </>
  );
}
