import { exportPersonRecord } from '@atrium/contract/accounts/data-export';
import { request } from '../../api/call.ts';
import { useDownload } from '../../api/use-download.ts';
import { Card } from '../../ui/Card.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { showToast } from '../../ui/toast.ts';

/** Everything that the platform holds of the person, to take away. */
export function OwnDataCard() {
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
