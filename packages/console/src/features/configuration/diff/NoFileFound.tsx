import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** The search and the filters leave no file of a service. */
export function NoFileFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      hint="No file of this service matches the search and the filters above."
      action={<Button onClick={onShowAll}>Clear search and filters</Button>}
    />
  );
}
