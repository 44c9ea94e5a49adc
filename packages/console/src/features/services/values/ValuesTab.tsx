import {
  deleteValue,
  type FunctionValue,
  listValues,
  setValue,
} from '@atrium/contract/service-api/functions/values';
import { serviceUri } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Pencil } from '../../../ui/icons.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { HostsCard } from './HostsCard.tsx';
import { breakText, UsedBy } from './UsedBy.tsx';
import { valuesQuery } from './value.queries.ts';

const ValueDialog = lazyDialog(async () => (await import('./ValueDialog.tsx')).ValueDialog);

/** Secrets and variables of functions, and the hosts that they may reach. */
export function ValuesTab({ serviceId }: { serviceId: string }) {
  const values = useQuery(valuesQuery(serviceId));
  const refusal = useRefusal(setValue);
  const [dialog, setDialog] = useState<{ value?: FunctionValue } | null>(null);
  const addButton = (
    <Button size="small" refusal={refusal} onClick={() => setDialog({})}>
      Add
    </Button>
  );
  const columns: TableColumn<FunctionValue>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      sortBy: ({ name }) => name,
      cell: ({ name, kind, isSet, previousUntil }) => (
        <>
          <span className="font-mono wrap-anywhere">{name}</span>{' '}
          {!isSet && <Badge tone="warn">not set</Badge>}
          <span className="block text-sm font-normal text-ink-soft">
            {kind === 'secret' ? 'Secret' : 'Variable'}
            {previousUntil !== null && `, former value until ${formatDateTime(previousUntil)}`}
          </span>
        </>
      ),
    },
    { id: 'used-by', header: 'Used by', isLong: true, cell: ({ usedBy }) => <UsedBy usedBy={usedBy} /> },
    {
      id: 'tests',
      header: 'In tests',
      cell: ({ hasTestValue }) => (hasTestValue ? 'own value' : 'no value'),
    },
    {
      id: 'changed',
      header: 'Last changed',
      cell: ({ changedOn }) => (changedOn === null ? 'never' : formatDateTime(changedOn)),
    },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ usedOn }) => (usedOn === null ? 'never' : formatDateTime(usedOn)),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (value) => (
        <span className="flex justify-end">
          {value.isSet || value.hasTestValue ? (
            <>
              <IconButton
                label={`Change ${value.name}`}
                icon={<Pencil aria-hidden size={18} />}
                refusal={refusal}
                onClick={() => setDialog({ value })}
              />
              <DeleteValue serviceId={serviceId} value={value} />
            </>
          ) : (
            <Button size="small" refusal={refusal} onClick={() => setDialog({ value })}>
              Set
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="Secrets & variables"
        description="Functions get those that their metadata declares. Values are encrypted and never shown; secrets are hidden in logs, but code that has one can send it to the hosts that it reaches."
        isFlush
        actions={addButton}
      >
        <EntityTable
          caption="Secrets and variables"
          name="values"
          query={{ ...values, data: values.data?.content }}
          columns={columns}
          rowKey={({ kind, name }) => `${kind} ${name}`}
          empty={{
            hint: "Add a key of an API, then name it in the metadata of a function: secrets: ['STRIPE_KEY'].",
            action: addButton,
          }}
        />
      </Card>
      <HostsCard serviceId={serviceId} />
      {dialog && (
        <ValueDialog
          {...dialog}
          serviceId={serviceId}
          known={values.data?.content ?? []}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

function DeleteValue({ serviceId, value }: { serviceId: string; value: FunctionValue }) {
  const { kind, name, usedBy } = value;
  const removal = useRemove(deleteValue, {
    question: `Are you sure you want to delete the ${kind} ${name}? ${breakText(usedBy)}`,
    request: { params: { kind, name } },
    base: serviceUri(serviceId),
    invalidates: [listValues],
  });
  const refusal = useRefusal(deleteValue);
  return <DeleteAction name={`${kind} ${name}`} removal={removal} refusal={refusal} />;
}
