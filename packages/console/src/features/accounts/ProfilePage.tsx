import { exportPersonRecord } from '@atrium/contract/accounts/data-export';
import type { Theme } from '@atrium/contract/accounts/user';
import { useState } from 'react';
import { request } from '../../api/call.ts';
import { session, useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { useDownload } from '../../api/use-download.ts';
import { Help } from '../../layout/Help.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { showToast } from '../../ui/toast.ts';
import { ChildUsersCard } from './ChildUsersCard.tsx';
import { CloseAccountDialog } from './CloseAccountDialog.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { EmailForm } from './EmailForm.tsx';
import { OwnIdentitiesCard } from './identity-provider/OwnIdentitiesCard.tsx';
import { NamesForm } from './NamesForm.tsx';
import { PageGrantsCard } from './PageGrantsCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SecondFactorsCard } from './second-factor/SecondFactorsCard.tsx';

const themes: { value: Theme; label: string; hint?: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System', hint: 'Match this device' },
];

function ThemeCard() {
  const { user } = useAuth();
  const saving = useChange({
    mutationFn: (theme: Theme) => session().updateUser({ params: { theme } }),
    // Each choice is saved, and the last one last.
    scope: { id: 'theme' },
  });
  const shown = saving.isPending ? saving.variables : user?.params.theme;
  return (
    <Card title="Theme">
      <RadioGroup legend="Appearance" options={themes} value={shown ?? 'system'} onChange={saving.mutate} />
      <ErrorDialog title="The theme could not be saved" error={saving.error} onClose={saving.reset} />
    </Card>
  );
}

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

function CloseAccountCard({ isOwner }: { isOwner: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Close account">
      <p className="mb-4 text-ink-soft">
        {isOwner
          ? 'Closes your account and your domain, for everyone in it. You see what ends before you decide.'
          : 'Closes your account. You leave the domain; what you made there stays.'}
      </p>
      <Button variant="destructive" onClick={() => setOpen(true)}>
        Close account
      </Button>
      {isOpen && <CloseAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** Download of all data about the user. */
function OwnDataCard() {
  const saving = useDownload(
    'my-data.json',
    () => request(exportPersonRecord, {}),
    () => showToast('Your data was downloaded.'),
  );
  return (
    <Card title="Your data">
      <p className="mb-2 text-ink-soft">A file (JSON) with everything that the platform holds about you:</p>
      <ul className="mb-2 list-disc pl-5 text-ink-soft">
        <li>your account, roles, sessions, devices, second factors and access keys</li>
        <li>addresses, cards (last four digits), invoices, payments, credit and usage</li>
        <li>e-mails sent to you, and what you changed, pulled, imported, tested and called</li>
      </ul>
      <p className="mb-4 text-ink-soft">
        Passwords and secrets are not in it, nor is anything about other people. Files and content belong to
        the domain.
      </p>
      <DownloadButton download={saving}>Download my data</DownloadButton>
      <ErrorDialog title="Your data could not be downloaded" error={saving.error} onClose={saving.reset} />
    </Card>
  );
}
