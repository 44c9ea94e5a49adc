import { Alert } from '../../../ui/Alert.tsx';

interface NothingToPushProps {
  branch: string;
  commitSha: string | null | undefined;
}

/** Shown if the branch equals the live configuration. */
export function NothingToPush({ branch, commitSha }: NothingToPushProps) {
  return (
    <Alert title="Nothing to push">
      <p>
        <span className="font-semibold wrap-anywhere">{branch}</span> already contains the live configuration
        {commitSha && (
          <>
            {' '}
            (commit <code className="font-mono">{commitSha.slice(0, 10)}</code>)
          </>
        )}
        .
      </p>
    </Alert>
  );
}
