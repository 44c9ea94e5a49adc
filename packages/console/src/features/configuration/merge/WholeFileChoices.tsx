import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { announceCounts } from './merge-commands.ts';
import type { MergeController } from './merge-controller.ts';
import type { RegionChoice } from './region-result.ts';

interface WholeFileChoicesProps {
  controller: MergeController;
  isNarrow: boolean;
  /** After a choice, the words to announce. */
  onSpoken: (words: string) => void;
}

/** Choices for all regions at once; each is one step of undo. */
export function WholeFileChoices({ controller, isNarrow, onSpoken }: WholeFileChoicesProps) {
  const action = (label: string, choose: () => void) => ({
    label,
    onSelect: () => {
      choose();
      onSpoken(announceCounts(controller, `${label} for the whole file`));
    },
  });
  const all = (choice: RegionChoice) => () => controller.chooseWhere(() => true, choice);
  const actions = [
    action('Keep Local', all('local')),
    action('Apply Remote', all('remote')),
    ...(controller.panes.start.hasBase
      ? [action('Apply all non-conflicting changes', () => controller.applyNonConflicting())]
      : []),
    action('Reset', all('undo')),
  ];
  if (isNarrow) return <Menu trigger={<Button size="small">For all …</Button>} actions={actions} />;
  return (
    <span className="flex flex-wrap gap-1">
      {actions.map(({ label, onSelect }) => (
        // Each change has buttons with the same labels.
        <Button key={label} size="small" aria-label={`${label} for the whole file`} onClick={onSelect}>
          {label}
        </Button>
      ))}
    </span>
  );
}
