import { Alert } from '../../../ui/Alert.tsx';
import { type ComparedPull, takenBackBy } from './taken-back.ts';

/** Above the list: a newer state of the branch is live, and this pull would undo it. */
export function NewerExchangeNotice({ services }: { services: readonly ComparedPull[] }) {
  const rows = takenBackBy(services);
  if (rows.length === 0) return null;
  return (
    <Alert kind="warning" title="This pull is older than what is live">
      <ul>
        {rows.map(({ serviceName, path, reason }) => (
          <li key={serviceName}>{`${serviceName}: ${path}, ${reason} after this pull, would be undone.`}</li>
        ))}
      </ul>
      <p>Pull again to compare with the newest commit.</p>
    </Alert>
  );
}
