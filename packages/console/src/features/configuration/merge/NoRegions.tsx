import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

interface NoRegionsProps {
  /** Regions that a filter hides. */
  hidden: number;
  onShowAll: () => void;
}

/** In place of the list where it has no changes to show. */
export function NoRegions({ hidden, onShowAll }: NoRegionsProps) {
  if (hidden === 0) {
    return (
      <EmptyState
        text="The two sides do not differ."
        hint="There is nothing to merge in this file."
        action={null}
      />
    );
  }
  return (
    <EmptyState
      text="All changes are hidden."
      hint={`The filters hide ${hidden === 1 ? 'the only change' : `${hidden} changes`}. What is still to be decided in them counts.`}
      action={<Button onClick={onShowAll}>Show all changes</Button>}
    />
  );
}
