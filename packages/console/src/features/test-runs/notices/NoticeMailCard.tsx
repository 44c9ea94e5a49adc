import { getNotices, setNoticeMail } from '@atrium/contract/test-runs/notices';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Switch } from '../../../ui/Switch.tsx';

interface NoticeMailCardProps {
  isMailed: boolean;
  mailed: readonly string[];
}

/** Switch for the user's own notice mail, with a list of the other recipients. */
export function NoticeMailCard({ isMailed, mailed }: NoticeMailCardProps) {
  const client = useQueryClient();
  const refusal = useRefusal(setNoticeMail);
  const saving = useChange({
    // Serialized, so that a second click during a save isn't dropped.
    scope: { id: 'notice-mail' },
    mutationFn: (wanted: boolean) => call(setNoticeMail, { body: { isMailed: wanted } }),
    onSuccess: () => readAgain(client, [getNotices]),
  });
  return (
    <Card title="E-mail">
      <Switch
        label="E-mail me at the first failure and at recovery"
        checked={saving.isPending ? saving.variables : isMailed}
        disabled={refusal !== undefined}
        // Not disabled during the save, which would drop the focus.
        onChange={(event) => saving.mutate(event.target.checked)}
      />
      {refusal && <p className="mt-1 text-sm text-ink-soft">{refusal.title}</p>}
      <p className="mt-2 text-sm text-ink-soft">
        {mailed.length === 0 ? 'No one gets e-mail yet.' : `E-mail goes to ${mailed.join(', ')}.`}
      </p>
      <ErrorDialog title="This could not be saved" error={saving.error} onClose={saving.reset} />
    </Card>
  );
}
