import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx';
import { TextToKeep } from '../../ui/TextToKeep.tsx';

/** The secret of a webhook, shown only once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Save the secret"
      doneLabel="I have saved it"
      question={{
        title: 'Close without the secret?',
        text: "You won't see it again. If you haven't saved it, delete the channel and add another.",
        cancelLabel: 'Back to the secret',
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>
          Your program uses this secret to check that a message comes from here. The secret is not shown
          again.
        </p>
        <TextToKeep label="Secret" text={secret} />
        <p className="text-sm text-ink-soft">
          Messages are signed as the Standard Webhooks specification describes: <code>webhook-signature</code>{' '}
          is the HMAC-SHA256 of <code className="wrap-anywhere">webhook-id.webhook-timestamp.body</code>.
        </p>
      </div>
    </ShownOnceDialog>
  );
}
