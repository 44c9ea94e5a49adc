import { createPageGrant, GRANT_MINUTES, refusePageGrant } from '@atrium/contract/access-keys/page-grant';
import { PERMISSION_MEANINGS, type Permission } from '@atrium/contract/permissions';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { Allowed } from './page-requests.ts';

/** A click that was meant for the page, where the dialog came up, must not allow anything. */
const GUARD_MS = 1_000;

type Minutes = (typeof GRANT_MINUTES)[number];
const DURATIONS: Record<Minutes, string> = { 15: '15 minutes', 60: 'One hour', 480: 'Eight hours' };

interface GrantDialogProps {
  page: { serviceId: string; name: string };
  permissions: readonly Permission[];
  /** Undefined if the user refuses. */
  onAnswer: (allowed: Allowed | undefined) => void;
}

/** Dialog in which the user grants permissions to a page. The initial focus is on the refusal. */
export function GrantDialog({ page: { serviceId, name }, permissions, onAnswer }: GrantDialogProps) {
  const refuseButton = useRef<HTMLButtonElement>(null);
  const [minutes, setMinutes] = useState<Minutes>(GRANT_MINUTES[0]);
  const [isGuarded, setGuarded] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setGuarded(false), GUARD_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const asked = { serviceId, permissions: [...permissions] };
  const allowing = useChange({
    mutationFn: () => call(createPageGrant, { body: { ...asked, minutes } }),
    onSuccess: ({ grant, token }) => onAnswer({ ...grant, token }),
  });
  const refuse = () => {
    // While the request runs, a refusal would be reported to the page although the grant may still be created.
    if (allowing.isPending) return;
    // The page has its answer, whether or not the log can be written now.
    void call(refusePageGrant, { body: asked }).catch(() => undefined);
    onAnswer(undefined);
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      size="small"
      title={`Allow the pages of ${name} to act for you?`}
      initialFocus={refuseButton}
      bodyClassName="grid gap-4 wrap-anywhere"
      onClose={refuse}
      footer={
        <>
          <Button ref={refuseButton} disabled={allowing.isPending} onClick={refuse}>
            Do not allow
          </Button>
          <Button
            variant="primary"
            disabled={isGuarded}
            isBusy={allowing.isPending}
            onClick={() => allowing.mutate()}
          >
            Allow
          </Button>
        </>
      }
    >
      <p>
        <strong>{name}</strong> (<code className="font-mono text-sm">{serviceId}</code>) is run by someone
        else. Its pages want to do the following in your name:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {permissions.map((permission) => (
          <li key={permission}>{PERMISSION_MEANINGS[permission]}</li>
        ))}
      </ul>
      <Select
        label="For how long"
        options={GRANT_MINUTES.map((value) => ({ value: String(value), label: DURATIONS[value] }))}
        value={String(minutes)}
        onChange={({ target }) => setMinutes(Number(target.value) as Minutes)}
      />
      <p className="text-sm text-ink-soft">
        The service learns who you are, and everything that its pages read. The access ends earlier if you
        sign out or take it back on your profile page.
      </p>
      <ErrorDialog title="It could not be allowed" error={allowing.error} onClose={allowing.reset} />
    </Dialog>
  );
}
