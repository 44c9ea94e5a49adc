import { PageHeader } from '../../ui/PageHeader.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { ChildUsersCard } from './ChildUsersCard.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NamesForm } from './NamesForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { ThemeCard } from './ThemeCard.tsx';

export function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <NamesForm />
        <EmailForm />
        <PasswordForm />
        <ThemeCard />
        <PanelBoundary>
          <SessionsCard />
        </PanelBoundary>
        <PanelBoundary>
          <ChildUsersCard />
        </PanelBoundary>
      </div>
    </>
  );
}
