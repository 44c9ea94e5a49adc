import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** In place of a service's metrics: all that were used are free, or there are none. */
export function NoPricedUsage({ onShowFree }: { onShowFree: (() => void) | undefined }) {
  return (
    <EmptyState
      hint="Nothing of this service that has a price was used in this month."
      action={onShowFree && <Button onClick={onShowFree}>Show free metrics, too</Button>}
    />
  );
}
