import { pull } from '@atrium/contract/configuration/pull';
import type { Connection } from '@atrium/contract/connections/connections';
import { useNavigate } from '@tanstack/react-router';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { usePullOperation } from './pull-operation.ts';

interface PullButtonProps {
  connection: Connection;
  label: string;
}

/** Pulls from a connection and opens the pull at Review. */
export function PullButton({ connection: { id }, label }: PullButtonProps) {
  const navigate = useNavigate();
  const operation = usePullOperation(
    ({ uuid }) => void navigate({ href: paths.gitPull({ uuid, step: 'diff', by: 'side' }) }),
  );
  return (
    <>
      <Button
        size="small"
        aria-label={label}
        isBusy={operation.isRunning}
        refusal={useRefusal(pull)}
        onClick={() => operation.start({ connectionId: id })}
      >
        Pull
      </Button>
      <ErrorDialog
        title="The repository could not be pulled"
        error={operation.error}
        onClose={operation.forget}
      />
    </>
  );
}
