import { listDomainKeys } from '@atrium/contract/access-keys/domain-key';
import { inviteChild } from '@atrium/contract/accounts/children';
import type { Person } from '@atrium/contract/accounts/people';
import type { Role } from '@atrium/contract/accounts/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../../api/session.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { useAddressed } from '../../layout/use-addressed.ts';
import { Button } from '../../ui/Button.tsx';
import { UserPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { peopleQuery, rolesQuery } from './account.queries.ts';
import { DomainKeysCard } from './DomainKeysCard.tsx';
import { GiveRolesDialog } from './GiveRolesDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { ProvidersCard } from './identity-provider/ProvidersCard.tsx';
import { PeopleCard } from './PeopleCard.tsx';
import { PersonRightsDialog } from './PersonRightsDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { RolesCard } from './RolesCard.tsx';

type Opened =
  | { kind: 'invite' }
  | { kind: 'rights' | 'give'; person: Person }
  | { kind: 'role'; role?: Role };

const titles: Record<string, string> = { roles: 'Roles', keys: 'API keys' };

/** Members of the domain, their permissions, the roles that grant them, and the API keys of all. */
export function PeoplePage() {
  const auth = useAuth();
  const [tab] = useAddressed('tab');
  const people = useQuery(peopleQuery());
  const roles = useQuery(rolesQuery());
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const refusal = useRefusal(inviteChild);
  const keysRefusal = useRefusal(listDomainKeys);
  return (
    <>
      <PageHeader
        title={titles[tab ?? ''] ?? 'People'}
        actions={
          tab !== 'keys' && (
            <Button
              variant="primary"
              icon={<UserPlus aria-hidden size={16} />}
              refusal={refusal}
              onClick={() => setOpened({ kind: 'invite' })}
            >
              Invite a person
            </Button>
          )
        }
      />
      {refusal && tab !== 'keys' && (
        <p className="mb-4 text-ink-soft">You can see who may do what. {refusal.title}</p>
      )}
      <div className="grid gap-5">
        {tab === 'roles' ? (
          <PanelBoundary>
            <RolesCard roles={roles} onEdit={(role) => setOpened({ kind: 'role', ...(role && { role }) })} />
          </PanelBoundary>
        ) : tab === 'keys' ? (
          <PanelBoundary>
            {keysRefusal ? <p className="text-ink-soft">{keysRefusal.title}</p> : <DomainKeysCard />}
          </PanelBoundary>
        ) : (
          <>
            <PanelBoundary>
              <PeopleCard
                people={people}
                roles={roles.data ?? []}
                onShow={(person) => setOpened({ kind: 'rights', person })}
                onGive={(person) => setOpened({ kind: 'give', person })}
              />
            </PanelBoundary>
            {auth.user?.parentId === null && (
              <PanelBoundary>
                <ProvidersCard scope="domain" />
              </PanelBoundary>
            )}
          </>
        )}
      </div>
      {opened?.kind === 'invite' && <InviteDialog onClose={close} />}
      {opened?.kind === 'rights' && <PersonRightsDialog person={opened.person} onClose={close} />}
      {opened?.kind === 'give' && <GiveRolesDialog person={opened.person} onClose={close} />}
      {opened?.kind === 'role' && <RoleDialog {...(opened.role && { role: opened.role })} onClose={close} />}
    </>
  );
}
