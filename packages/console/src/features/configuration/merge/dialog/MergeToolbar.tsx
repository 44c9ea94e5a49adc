import { redoDepth, undoDepth } from '@codemirror/commands';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import {
  ArrowDown,
  ArrowUp,
  Columns3,
  Keyboard,
  List,
  Redo2,
  Rows3,
  SlidersHorizontal,
  Undo2,
} from '../../../../ui/icons.ts';
import { Menu, type MenuAction } from '../../../../ui/Menu.tsx';
import type { MergeController } from '../editor/merge-controller.ts';
import type { MergeSnapshot } from '../editor/merge-snapshot.ts';
import { countWords } from '../regions/merge-counts.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import { announceCounts } from './merge-commands.ts';
import type { MergeCommand } from './merge-keys.ts';
import type { MergePreferences } from './merge-preferences.ts';

export type MergeView = 'panes' | 'list' | 'preview';

interface MergeToolbarProps {
  controller: MergeController;
  snapshot: MergeSnapshot;
  preferences: MergePreferences;
  onPreferences: (part: Partial<MergePreferences>) => void;
  view: MergeView;
  onView: (view: MergeView) => void;
  onCommand: (command: MergeCommand) => void;
  onHelp: () => void;
  /** After a choice for all regions, the words to announce. */
  onSpoken: (words: string) => void;
  isNarrow: boolean;
}

/** Counts, navigation, choices for all regions, and how the panes are shown. */
export function MergeToolbar(props: MergeToolbarProps) {
  const { controller, snapshot, preferences, onPreferences, view, onView, onCommand, onHelp, isNarrow } =
    props;
  const { isReadOnly, start } = controller.panes;
  const { filters } = snapshot;
  const shown: (MenuAction | 'separator')[] = [
    {
      label: 'Synchronous scrolling',
      isChecked: preferences.isSynchronous,
      onSelect: () => onPreferences({ isSynchronous: !preferences.isSynchronous }),
    },
    {
      label: 'Wrap long lines',
      isChecked: preferences.isWrapped,
      onSelect: () => onPreferences({ isWrapped: !preferences.isWrapped }),
    },
    {
      label: 'Show base version',
      isChecked: preferences.isBaseShown,
      isDisabled: !start.hasBase,
      onSelect: () => onPreferences({ isBaseShown: !preferences.isBaseShown }),
    },
    'separator',
    {
      label: 'Hide differences in whitespace',
      isChecked: filters.whitespace,
      onSelect: () => controller.panes.setFilters({ ...filters, whitespace: !filters.whitespace }),
    },
    {
      label: 'Hide ids, acl, folder, timestamps, linked ids',
      isChecked: filters.metadata,
      onSelect: () => controller.panes.setFilters({ ...filters, metadata: !filters.metadata }),
    },
  ];
  return (
    <div
      role="toolbar"
      aria-label="Merge"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-2"
    >
      <p className="text-sm font-semibold" data-testid="merge-counts">
        {countWords(snapshot.counts, start.hasBase)}
      </p>
      <span className="flex">
        <IconButton
          label="Previous change"
          icon={<ArrowUp aria-hidden size={18} />}
          onClick={() => onCommand('previous-change')}
        />
        <IconButton
          label="Next change"
          icon={<ArrowDown aria-hidden size={18} />}
          onClick={() => onCommand('next-change')}
        />
      </span>
      {!isReadOnly && (
        <span className="flex gap-1">
          <Button size="small" onClick={() => onCommand('previous-conflict')} aria-label="Previous conflict">
            ↑ Conflict
          </Button>
          <Button size="small" onClick={() => onCommand('next-conflict')} aria-label="Next conflict">
            ↓ Conflict
          </Button>
        </span>
      )}
      {!isReadOnly && <UndoButtons controller={controller} onCommand={onCommand} />}
      {!isReadOnly && (
        <WholeFileChoices controller={controller} isNarrow={isNarrow} onSpoken={props.onSpoken} />
      )}
      <span className="flex flex-wrap items-center gap-1 md:ml-auto">
        <Button size="small" onClick={() => controller.panes.setFolded(!snapshot.isFolded)}>
          {snapshot.isFolded ? 'Expand' : 'Collapse'}
        </Button>
        <IconButton
          label={view === 'list' ? 'Show the panes' : 'Show the list of changes'}
          aria-pressed={view === 'list'}
          icon={<List aria-hidden size={18} />}
          onClick={() => onView(view === 'list' ? 'panes' : 'list')}
        />
        {!isNarrow && (
          <IconButton
            label={preferences.layout === 'landscape' ? 'Portrait layout' : 'Landscape layout'}
            icon={
              preferences.layout === 'landscape' ? (
                <Rows3 aria-hidden size={18} />
              ) : (
                <Columns3 aria-hidden size={18} />
              )
            }
            onClick={() =>
              onPreferences({ layout: preferences.layout === 'landscape' ? 'portrait' : 'landscape' })
            }
          />
        )}
        <Menu
          align="end"
          trigger={<IconButton label="View and filters" icon={<SlidersHorizontal aria-hidden size={18} />} />}
          actions={shown}
        />
        <IconButton label="Keys" icon={<Keyboard aria-hidden size={18} />} onClick={onHelp} />
      </span>
    </div>
  );
}

interface UndoButtonsProps {
  controller: MergeController;
  onCommand: (command: MergeCommand) => void;
}

/** Undo and redo, choices included, for use outside the editor: from the list or without a keyboard. */
function UndoButtons({ controller, onCommand }: UndoButtonsProps) {
  const state = controller.mergedState;
  // Not `disabled`: undoing the last step would drop the focus.
  const className = 'aria-disabled:opacity-50';
  return (
    <span className="flex">
      <IconButton
        label="Undo"
        aria-disabled={undoDepth(state) === 0}
        className={className}
        icon={<Undo2 aria-hidden size={18} />}
        onClick={() => onCommand('undo')}
      />
      <IconButton
        label="Redo"
        aria-disabled={redoDepth(state) === 0}
        className={className}
        icon={<Redo2 aria-hidden size={18} />}
        onClick={() => onCommand('redo')}
      />
    </span>
  );
}

interface WholeFileChoicesProps {
  controller: MergeController;
  isNarrow: boolean;
  /** After a choice, the words to announce. */
  onSpoken: (words: string) => void;
}

/** Choices for all regions at once; each is one step of undo. */
function WholeFileChoices({ controller, isNarrow, onSpoken }: WholeFileChoicesProps) {
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
