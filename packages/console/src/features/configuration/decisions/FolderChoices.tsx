import { Button } from '../../../ui/Button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { type BulkChoice, bulkChoices, bulkLabels } from './diff-choices.ts';

interface FolderChoicesProps {
  folder: string;
  /** Whether the changed sides are still being determined. */
  isExamining: boolean;
  onChoose: (action: BulkChoice) => void;
}

/** The menu that makes one choice for all files of a folder. */
export function FolderChoices({ folder, isExamining, onChoose }: FolderChoicesProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="quiet" aria-label={`For all files of ${folder}`}>
          All
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
      actions={bulkChoices.map((action) => ({
        label: bulkLabels[action],
        isDisabled: action === 'BY_SIDE' && isExamining,
        onSelect: () => onChoose(action),
      }))}
    />
  );
}
