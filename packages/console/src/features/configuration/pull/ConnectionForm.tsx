import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { REQUIRED_FIELDS_MESSAGE } from '@atrium/contract/configuration/messages';
import { pull } from '@atrium/contract/configuration/pull';
import { DEFAULT_COMMIT_MESSAGE } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import type { Connection } from '@atrium/contract/connections/connections';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { connectionsQuery } from '../connections/connections.queries.ts';
import { BranchFields } from './BranchFields.tsx';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { type ConnectionDraft, missingFields, toGitRequest, useConnectionDraft } from './connection-draft.ts';

interface ConnectionFormProps {
  /** A push has a commit message; a pull can go back to a commit. */
  direction: 'pull' | 'push';
  isBusy: boolean;
  /** Called with all that is required. */
  onSubmit: (request: GitRequest) => void;
  /** The input has changed. */
  onEdit?: () => void;
  submitLabel: string;
  submitIcon: ReactNode;
  className?: string;
  /** Progress, failure and result, shown above the button. */
  children?: ReactNode;
}

/** Form for repository, credentials and branch, shared by all git dialogs. */
export function ConnectionForm(props: ConnectionFormProps) {
  const connections = useQuery(connectionsQuery());
  if (connections.isPending) return <Skeleton lines={4} label="Loading the connections" />;
  // Without them, the address can still be typed.
  return <FilledForm {...props} connections={connections.data?.connections ?? []} />;
}

function FilledForm(props: ConnectionFormProps & { connections: readonly Connection[] }) {
  const { connections, direction, isBusy, onSubmit, onEdit } = props;
  const { submitLabel, submitIcon, className = '', children } = props;
  // A link to the push of one connection names it.
  const { search } = useAddress();
  const asked = connections.find(({ id }) => id === search['connection']);
  const { draft, change: changeDraft, remember } = useConnectionDraft((asked ?? connections[0])?.id);
  const refusal = useRefusal(direction === 'push' ? previewPush : pull);
  const [missing, setMissing] = useState<ReturnType<typeof missingFields>>([]);

  const change = (part: Partial<ConnectionDraft>) => {
    changeDraft(part);
    onEdit?.();
  };
  const checkRequired = () => {
    const found = missingFields(draft);
    setMissing(found);
    return found.length === 0;
  };
  const handleSubmit = () => {
    if (isBusy || !checkRequired()) return;
    remember();
    onSubmit(toGitRequest(draft));
  };

  return (
    <PlainForm onSubmit={handleSubmit} className={`flex flex-col gap-5 ${className}`}>
      <p className="max-w-prose text-sm text-ink-soft">
        <Help topic={direction} />
      </p>
      {missing.length > 0 && <Alert kind="error">{REQUIRED_FIELDS_MESSAGE}</Alert>}
      {connections.length > 0 && (
        <ConnectionChoice
          connections={connections}
          value={draft.connectionId}
          isDisabled={isBusy}
          onChange={(connectionId) => change({ connectionId })}
        />
      )}
      {draft.connectionId === '' && (
        <ConnectionFields
          draft={draft}
          missing={missing}
          isDisabled={isBusy}
          onChange={(part) => {
            change(part);
            setMissing((before) => before.filter((field) => !(field in part)));
          }}
        />
      )}
      {direction === 'push' && (
        <TextArea
          label="Commit message"
          placeholder={DEFAULT_COMMIT_MESSAGE}
          rows={2}
          disabled={isBusy}
          value={draft.commitMessage}
          onChange={(event) => change({ commitMessage: event.target.value })}
        />
      )}
      <BranchFields
        draft={draft}
        onChange={change}
        isDisabled={isBusy}
        checkRequired={checkRequired}
        hasCommitSha={direction === 'pull'}
      />
      {children}
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy} icon={submitIcon} refusal={refusal}>
          {submitLabel}
        </Button>
      </div>
    </PlainForm>
  );
}
