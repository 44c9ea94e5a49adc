import { formatQuantity } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu, type MenuAction } from '../../../ui/Menu.tsx';
import { type BulkChoice, bulkChoices, bulkLabels } from './diff-choices.ts';

interface FolderChoicesProps {
  /** A folder, or the name of a service. */
  folder: string;
  /** Number of affected files; absent if no filter hides any. */
  shownCount?: number | undefined;
  /** Whether the changed sides are still being determined. */
  isExamining: boolean;
  /** Actions below the choices. */
  more?: readonly MenuAction[];
  onChoose: (action: BulkChoice) => void;
}

/** The menu that makes one choice for all files of a folder or service. */
export function FolderChoices({ folder, shownCount, isExamining, more = [], onChoose }: FolderChoicesProps) {
  const files = shownCount === undefined ? 'files' : formatQuantity(shownCount, 'shown file');
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="small"
          variant="quiet"
          className="shrink-0"
          aria-label={`For all ${files} of ${folder}`}
        >
          {shownCount === undefined ? 'All' : `All ${shownCount.toLocaleString('en')}`}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
      actions={[
        ...bulkChoices.map((action) => ({
          label: bulkLabels[action],
          isDisabled: action === 'BY_SIDE' && isExamining,
          onSelect: () => onChoose(action),
        })),
        ...(more.length > 0 ? (['separator', ...more] as const) : []),
      ]}
    />
  );
}
