import { type DomainKey, deleteDomainKey, listDomainKeys } from '@atrium/contract/access-keys/domain-key';
import { listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { namesOfPermissions } from '@atrium/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useAuth } from '../../api/session.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { Help } from '../../layout/Help.tsx';
import { formatDate, formatDateTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { Expiry } from '../../ui/Expiry.tsx';
import { refuse } from '../../ui/refusal.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';

const soft = 'block text-xs font-normal text-ink-soft';

/** The API keys of everyone in the domain. */
export function DomainKeysCard() {
  const keys = useQuery(endpointQuery(listDomainKeys, {}));
  const [openedOn] = useState(() => new Date());
  return (
    <Card title="API keys of the domain" description={<Help topic="domainKeys" />} isFlush>
      <EntityTable
        caption="API keys of the domain"
        name="keys"
        query={keys}
        columns={columnsFor(openedOn)}
        rowKey={({ id }) => id}
        empty={{
          title: 'No API keys yet',
          hint: 'Keys that people of the domain make for their programs appear here.',
          action: null,
        }}
      />
    </Card>
  );
}

const kindNames: Record<DomainKey['kind'], string> = {
  token: 'Token',
  'public-key': 'Public key',
  machine: 'Public key, added by an administrator',
};

const columnsFor = (now: Date): TableColumn<DomainKey>[] => [
  {
    id: 'label',
    header: 'Name',
    isRowHeader: true,
    sortBy: ({ label }) => label,
    cell: ({ label, kind }) => (
      <>
        {label}
        <span className={soft}>{kindNames[kind]}</span>
      </>
    ),
  },
  { id: 'person', header: 'Acts as', sortBy: ({ username }) => username, cell: ({ username }) => username },
  {
    id: 'permissions',
    header: 'Permissions',
    isLong: true,
    cell: ({ permissions }) => namesOfPermissions(permissions) || 'None: its person has lost them.',
  },
  {
    id: 'created',
    header: 'Created',
    sortBy: ({ createdOn }) => createdOn,
    cell: ({ createdOn }) => formatDate(createdOn),
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expiresOn }) => <Expiry on={expiresOn} now={now} />,
  },
  {
    id: 'used',
    header: 'Last used',
    sortBy: ({ lastUsedOn }) => lastUsedOn ?? '',
    cell: ({ lastUsedOn }) => lastUsedText(lastUsedOn),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (domainKey) => <DeleteDomainKey domainKey={domainKey} />,
  },
];

const lastUsedText = (lastUsedOn: string | null) =>
  lastUsedOn === null ? 'never' : formatDateTime(lastUsedOn);

function DeleteDomainKey({ domainKey }: { domainKey: DomainKey }) {
  const { id, label, userId, username, lastUsedOn, refusal } = domainKey;
  const denied = useRefusal(deleteDomainKey);
  const isOwn = useAuth().user?.userId === userId;
  const named = isOwn ? `your API key "${label}"` : `the API key "${label}" of ${username}`;
  const used =
    lastUsedOn === null ? 'It was never used.' : `It was last used on ${lastUsedText(lastUsedOn)}.`;
  const removal = useRemove(deleteDomainKey, {
    title: 'Delete API key',
    question: `Are you sure you want to delete ${named}? ${used} Programs that use it are signed out at once${isOwn ? '' : `, and ${username} is told by e-mail`}.`,
    errorTitle: 'The API key could not be deleted',
    request: { params: { id } },
    invalidates: [listDomainKeys, listOwnKeys],
    onRemoved: () => showToast(`The API key "${label}" was deleted.`),
  });
  return (
    <DeleteAction
      name={`API key ${label} of ${username}`}
      removal={removal}
      refusal={refusal === null ? denied : refuse(refusal)}
    />
  );
}
