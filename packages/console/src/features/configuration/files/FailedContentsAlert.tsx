import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { lastCommitsQuery } from './pull.queries.ts';

interface FailedContentsAlertProps {
  uuid: string;
  onPullAgain: () => void;
}

/** Why the contents of a pull could not be read, if so: nothing of it can be compared or submitted. */
export function FailedContentsAlert({ uuid, onPullAgain }: FailedContentsAlertProps) {
  const { data } = useQuery(lastCommitsQuery(uuid));
  if (data?.contents !== 'FAILED') return null;
  return (
    <Alert
      kind="error"
      title="The contents of the changed files could not be read"
      actions={
        <Button size="small" onClick={onPullAgain}>
          Pull again
        </Button>
      }
    >
      {data.contentsError}
    </Alert>
  );
}
