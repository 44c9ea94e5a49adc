import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';

interface IgnoredServiceProps {
  serviceName: string;
  onRetry: () => void;
}

/** A service that could not be loaded, and that someone chose to leave out. */
export function IgnoredService({ serviceName, onRetry }: IgnoredServiceProps) {
  return (
    <Card
      title={serviceName}
      actions={
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      <p className="text-ink-soft">Ignored: no changes to this service will be submitted.</p>
    </Card>
  );
}
