import type { IdentityProvider } from '@atrium/contract/accounts/identity-provider';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { ProviderActions } from './ProviderActions.tsx';
import { ProviderDialog } from './ProviderDialog.tsx';
import { type ProviderScope, providerCalls } from './provider-calls.ts';

const HINTS: Record<ProviderScope, string> = {
  domain: 'People in your company can sign in with the account that they use everywhere else.',
  everyone:
    'Everyone can sign in with a provider that they already use. New people get a domain of their own.',
};

/** Identity providers of a domain, or of the whole platform. */
export function ProvidersCard({ scope }: { scope: ProviderScope }) {
  const providers = useQuery(endpointQuery(providerCalls[scope].list, {}));
  const [edited, setEdited] = useState<{ provider?: IdentityProvider } | null>(null);
  const add = (
    <Button size="small" onClick={() => setEdited({})}>
      New identity provider
    </Button>
  );
  const columns: TableColumn<IdentityProvider>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, issuer }) => (
        <>
          {name}
          <span className="block text-xs font-normal break-all text-ink-soft">{issuer}</span>
        </>
      ),
    },
    {
      id: 'login',
      header: 'Sign-in page',
      cell: ({ loginUrl }) => <span className="text-sm break-all select-all">{loginUrl}</span>,
    },
    { id: 'people', header: 'People', align: 'end', cell: ({ people }) => people },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (provider) => (
        <ProviderActions provider={provider} scope={scope} onEdit={() => setEdited({ provider })} />
      ),
    },
  ];
  return (
    <Card title="Identity providers" description={<Help topic="identityProviders" />} isFlush actions={add}>
      <EntityTable
        caption="Identity providers"
        name="providers"
        query={providers}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ hint: HINTS[scope], action: add }}
      />
      {edited && <ProviderDialog {...edited} scope={scope} onClose={() => setEdited(null)} />}
    </Card>
  );
}
