import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { REQUIRED_FIELDS_MESSAGE } from '@atrium/contract/configuration/messages';
import type { Pull } from '@atrium/contract/configuration/pull';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { BranchFields } from './BranchFields.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { missingFields, toGitRequest, useConnectionDraft } from './connection-draft.ts';
import { OperationProgress } from './OperationProgress.tsx';
import { usePullOperation } from './pull-operation.ts';

interface PullStepProps {
  /** Asked for beyond what the form holds. */
  more?: Partial<GitRequest>;
  onPulled: (pull: Pull) => void;
}

/** Step 1: where the repository is, and the pull itself with its progress. */
export function PullStep({ more, onPulled }: PullStepProps) {
  const { draft, change, remember } = useConnectionDraft();
  const [missing, setMissing] = useState<ReturnType<typeof missingFields>>([]);
  const operation = usePullOperation(onPulled);

  const checkRequired = () => {
    const found = missingFields(draft);
    setMissing(found);
    return found.length === 0;
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (operation.isRunning || !checkRequired()) return;
    remember();
    operation.start({ ...toGitRequest(draft), ...more });
  };

  return (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-3xl flex-col gap-5">
      {missing.length > 0 && <Alert kind="error">{REQUIRED_FIELDS_MESSAGE}</Alert>}
      <ConnectionFields
        draft={draft}
        missing={missing}
        isDisabled={operation.isRunning}
        onChange={(part) => {
          change(part);
          setMissing((before) => before.filter((field) => !(field in part)));
        }}
      />
      <BranchFields
        draft={draft}
        onChange={change}
        isDisabled={operation.isRunning}
        checkRequired={checkRequired}
      />
      {operation.error !== null && (
        <ErrorAlert error={operation.error} title="The repository could not be pulled." />
      )}
      {operation.isRunning && <OperationProgress id={operation.id} onCancel={operation.cancel} />}
      <div>
        <Button
          type="submit"
          look="primary"
          isBusy={operation.isRunning}
          icon={<Download aria-hidden size={18} />}
        >
          Pull
        </Button>
      </div>
    </form>
  );
}
