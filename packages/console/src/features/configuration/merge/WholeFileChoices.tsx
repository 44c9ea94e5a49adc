import { Button } from '../../../ui/Button.tsx';
import { Menu, type MenuAction } from '../../../ui/Menu.tsx';
import type { MergeController } from './merge-controller.ts';

/** Choices for all regions at once; each is one step of undo. */
export function WholeFileChoices({
  controller,
  isNarrow,
}: {
  controller: MergeController;
  isNarrow: boolean;
}) {
  const choices: MenuAction[] = [
    { label: 'Keep Local', onSelect: () => controller.chooseWhere(() => true, 'local') },
    { label: 'Apply Remote', onSelect: () => controller.chooseWhere(() => true, 'remote') },
    ...(controller.panes.start.hasBase
      ? [{ label: 'Apply all non-conflicting changes', onSelect: () => controller.applyNonConflicting() }]
      : []),
    { label: 'Reset', onSelect: () => controller.chooseWhere(() => true, 'undo') },
  ];
  if (isNarrow) return <Menu trigger={<Button size="small">For all …</Button>} actions={choices} />;
  return (
    <span className="flex flex-wrap gap-1">
      {choices.map(({ label, onSelect }) => (
        <Button key={String(label)} size="small" onClick={onSelect}>
          {label}
        </Button>
      ))}
    </span>
  );
}
