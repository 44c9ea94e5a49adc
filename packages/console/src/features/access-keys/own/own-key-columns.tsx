import { deleteOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import type { OwnKey } from '@atrium/contract/access-keys/own-key-fields';
import { namesOfPermissions } from '@atrium/contract/permissions';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDate, formatDateTime } from '../../../lib/format-date.ts';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { Expiry } from '../../../ui/Expiry.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';

const soft = 'block text-sm font-normal text-ink-soft';

/** `held` returns whether the user has a permission; a key grants no more than that. */
export function ownKeyColumns(held: (permission: string) => boolean, now: Date): TableColumn<OwnKey>[] {
  return [
    {
      id: 'label',
      header: 'Name',
      isRowHeader: true,
      cell: ({ id, label, kind, fingerprint, createdOn }) => (
        <>
          {label}
          <span className={soft}>{kind === 'token' ? 'Token' : `Public key with the ID ${id}`}</span>
          {fingerprint !== null && <span className={`${soft} break-all`}>{fingerprint}</span>}
          <span className={soft}>Created {formatDate(createdOn)}</span>
        </>
      ),
    },
    {
      id: 'permissions',
      header: 'Permissions',
      isLong: true,
      cell: ({ permissions }) => {
        const lost = permissions.filter((name) => !held(name));
        return (
          <>
            {namesOfPermissions(permissions.filter(held))}
            {lost.length > 0 && (
              <span className={soft}>No longer, because you may not either: {namesOfPermissions(lost)}</span>
            )}
          </>
        );
      },
    },
    { id: 'expires', header: 'Expires', cell: ({ expiresOn }) => <Expiry on={expiresOn} now={now} /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ lastUsedOn, lastUsedAddress }) =>
        lastUsedOn === null ? (
          'never'
        ) : (
          <>
            {formatDateTime(lastUsedOn)}
            <span className={soft}>{lastUsedAddress}</span>
          </>
        ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (ownKey) => <DeleteOwnKey ownKey={ownKey} />,
    },
  ];
}

function DeleteOwnKey({ ownKey: { id, label } }: { ownKey: OwnKey }) {
  const removal = useRemove(deleteOwnKey, {
    title: 'Delete API key',
    question: `Are you sure you want to delete the API key "${label}"? Programs that use it are signed out at once.`,
    errorTitle: 'The API key could not be deleted',
    request: { params: { id } },
    invalidates: [listOwnKeys],
  });
  return <DeleteAction name={`API key ${label}`} removal={removal} />;
}
