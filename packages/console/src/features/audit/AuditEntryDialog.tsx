import type { LogEntry } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import type { ReactNode } from 'react';
import { useServiceName } from '../../layout/use-service-name.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { loggedUser } from '../../lib/logged-user.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface AuditEntryDialogProps {
  entry: LogEntry;
  onClose: () => void;
}

export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const { message, action, createdOn, domain, user, impersonator, pageServiceId, requestId } = entry;
  const { before, after, stackTrace } = entry;
  const nameOf = useServiceName();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={message}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <Fact name="Time">{formatDateTime(createdOn)}</Fact>
        <Fact name="Action">
          {nameOfAction(action)} <code className="font-mono text-xs text-ink-soft">{action}</code>
        </Fact>
        <Fact name="Domain">{domain}</Fact>
        <Fact name="User">{loggedUser(user)}</Fact>
        {impersonator !== null && <Fact name="Signed in as them">{impersonator}</Fact>}
        {pageServiceId && <Fact name="By the pages of">{nameOf(pageServiceId)}</Fact>}
        {requestId !== null && <Fact name="Request ID">{requestId}</Fact>}
      </dl>
      <State name="Before" value={before} />
      <State name="After" value={after} />
      {stackTrace !== null && <State name="Stack trace" value={stackTrace} />}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function State({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{name}</h3>
      {/* Focusable, so that the keyboard can scroll the dialog to it. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={name}
        className="overflow-x-auto rounded-control border border-line bg-surface p-3 text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}
