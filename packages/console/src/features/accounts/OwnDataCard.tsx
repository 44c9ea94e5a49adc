import { exportPersonRecord } from '@atrium/contract/accounts/data-export';
import { Download } from 'lucide-react';
import { request } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { showToast } from '../../ui/toast.ts';

/** Everything that the platform holds of the person, to take away. */
export function OwnDataCard() {
  const saving = useChange({
    mutationFn: async () => saveFile('my-data.json', await (await request(exportPersonRecord, {})).blob()),
    onSuccess: () => showToast('Your data was downloaded.'),
  });
  return (
    <Card title="Your data">
      <p className="mb-2 text-ink-soft">A file (JSON) with everything that the platform holds of you:</p>
      <ul className="mb-2 list-disc pl-5 text-ink-soft">
        <li>your account, roles, sessions, devices, second factors and access keys</li>
        <li>addresses, cards (last four digits), invoices, payments, credit and usage</li>
        <li>e-mails sent to you, and what you changed, pulled, imported, tested and called</li>
      </ul>
      <p className="mb-4 text-ink-soft">
        Passwords and secrets are not in it, nor is anything about other people. Files and content belong to
        the domain.
      </p>
      <Button
        icon={<Download aria-hidden size={16} />}
        isBusy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        Download my data
      </Button>
      <ErrorDialog title="Your data could not be downloaded" error={saving.error} onClose={saving.reset} />
    </Card>
  );
}
