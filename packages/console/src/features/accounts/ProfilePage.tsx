import { useAuth } from '../../api/session.ts';
import { Help } from '../../layout/Help.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { ChildUsersCard } from './ChildUsersCard.tsx';
import { CloseAccountCard } from './CloseAccountCard.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { EmailForm } from './EmailForm.tsx';
import { OwnIdentitiesCard } from './identity-provider/OwnIdentitiesCard.tsx';
import { NamesForm } from './NamesForm.tsx';
import { OwnDataCard } from './OwnDataCard.tsx';
import { PageGrantsCard } from './PageGrantsCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SecondFactorsCard } from './second-factor/SecondFactorsCard.tsx';
import { ThemeCard } from './ThemeCard.tsx';

export function ProfilePage() {
  const { user } = useAuth();
  return (
    <>
      <PageHeader title="Profile" description={<Help topic="profile" />} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PanelBoundary>
          <NamesForm />
        </PanelBoundary>
        <PanelBoundary>
          <EmailForm />
        </PanelBoundary>
        <PanelBoundary>
          <PasswordForm />
        </PanelBoundary>
        <PanelBoundary>
          <SecondFactorsCard isOwner={user?.parentId === null} />
        </PanelBoundary>
        <PanelBoundary>
          <OwnIdentitiesCard />
        </PanelBoundary>
        <PanelBoundary>
          <ThemeCard />
        </PanelBoundary>
        <PanelBoundary>
          <SessionsCard />
        </PanelBoundary>
        <PanelBoundary>
          <DevicesCard />
        </PanelBoundary>
        <PanelBoundary>
          <PageGrantsCard />
        </PanelBoundary>
        {/* A child user cannot have child users. */}
        {user?.parentId === null && (
          <PanelBoundary>
            <ChildUsersCard />
          </PanelBoundary>
        )}
        <PanelBoundary>
          <OwnDataCard />
        </PanelBoundary>
        <PanelBoundary>
          <CloseAccountCard isOwner={user?.parentId === null} />
        </PanelBoundary>
      </div>
    </>
  );
}
