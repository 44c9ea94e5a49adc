import { type ReactNode, useState } from 'react';
import { Help } from '../../../layout/Help.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Check, SlidersHorizontal } from '../../../ui/icons.ts';
import { Menu, type MenuAction } from '../../../ui/Menu.tsx';
import type { DiffView } from '../decisions/pull-session.ts';
import { SearchField } from '../files/SearchField.tsx';
import { type Chip, chipLabels, sideChips, typeChips } from './diff-filter.ts';
import type { DiffPreferences } from './diff-preferences.ts';
import { diffKeys } from './rows/act-on-key.ts';
import type { ShownFiles } from './use-shown-files.ts';

const viewLabels: Record<DiffView, string> = { tree: 'Tree', table: 'Table', list: 'List' };

export interface DiffToolbarProps {
  shown: ShownFiles;
  view: DiffView;
  onView: (view: DiffView) => void;
  preferences: DiffPreferences;
  onPreferences: (part: Partial<DiffPreferences>) => void;
  chipCounts: ReadonlyMap<Chip, number>;
  /** Number of files that differ. */
  count: number;
}

/** Filters, search and view of all services, in one line. */
export function DiffToolbar(props: DiffToolbarProps) {
  const { shown, preferences, onPreferences } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <DiffChips
        count={props.count}
        counts={props.chipCounts}
        chosen={shown.chips}
        onChange={shown.setChips}
      />
      <SearchField
        label="Search by name or folder"
        text={shown.search.text}
        error={shown.search.error}
        isLow
        onChange={shown.search.setText}
      />
      <Checkbox
        label="Hide changes in metadata"
        className="text-sm"
        checked={preferences.isMetadataHidden}
        onChange={({ target }) => onPreferences({ isMetadataHidden: target.checked })}
      />
      <DiffMenu {...props} />
    </div>
  );
}

/** The views and the rarer filters. */
export function DiffMenu({ shown, view, onView, preferences, onPreferences, chipCounts }: DiffToolbarProps) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const views = (Object.keys(viewLabels) as DiffView[]).map(
    (one): MenuAction => ({ label: viewLabels[one], isChecked: view === one, onSelect: () => onView(one) }),
  );
  const types = typeChips
    .filter((chip) => chipCounts.has(chip) || shown.chips.has(chip))
    .map(
      (chip): MenuAction => ({
        label: `${chipLabels[chip]} ${(chipCounts.get(chip) ?? 0).toLocaleString('en')}`,
        isChecked: shown.chips.has(chip),
        onSelect: () => shown.setChips(toggled(shown.chips, chip)),
      }),
    );
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label="View and filters"
            icon={<SlidersHorizontal aria-hidden size={18} />}
            className="!size-8"
          />
        }
        actions={[
          ...views,
          'separator',
          ...(types.length > 0 ? ([...types, 'separator'] as const) : []),
          {
            label: 'Show unchanged files',
            isChecked: shown.isUnchangedShown,
            onSelect: () => shown.setUnchangedShown(!shown.isUnchangedShown),
          },
          {
            label: 'Start with Merge by side',
            isChecked: preferences.startsBySide,
            onSelect: () => onPreferences({ startsBySide: !preferences.startsBySide }),
          },
          'separator',
          { label: 'Keys and help', onSelect: () => setHelpOpen(true) },
        ]}
      />
      {isHelpOpen && (
        <Dialog
          isOpen
          size="small"
          title="Keys"
          description={<Help topic={preferences.startsBySide ? 'comparisonBySide' : 'comparison'} />}
          onClose={() => setHelpOpen(false)}
        >
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
            {diffKeys.map(([keys, does]) => (
              <div key={keys} className="contents">
                <dt className="font-mono">{keys}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}

const toggled = (chosen: ReadonlySet<Chip>, chip: Chip): ReadonlySet<Chip> =>
  new Set(chosen.has(chip) ? [...chosen].filter((one) => one !== chip) : [...chosen, chip]);

interface DiffChipsProps {
  count: number;
  counts: ReadonlyMap<Chip, number>;
  chosen: ReadonlySet<Chip>;
  onChange: (chosen: ReadonlySet<Chip>) => void;
}

/** Chips that filter the list by side and conflict, with the number of files. */
function DiffChips({ count, counts, chosen, onChange }: DiffChipsProps) {
  // A filter of the menu has a chip while it is on, so that it is seen and can be turned off here.
  const shown = [
    ...sideChips.filter((chip) => counts.has(chip) || chosen.has(chip)),
    ...typeChips.filter((chip) => chosen.has(chip)),
  ];
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Show only</legend>
      <DiffChip isChosen={chosen.size === 0} onClick={() => onChange(new Set())}>
        All {count.toLocaleString('en')}
      </DiffChip>
      {shown.map((chip) => (
        <DiffChip key={chip} isChosen={chosen.has(chip)} onClick={() => onChange(toggled(chosen, chip))}>
          {chipLabels[chip]} {(counts.get(chip) ?? 0).toLocaleString('en')}
        </DiffChip>
      ))}
    </fieldset>
  );
}

interface DiffChipProps {
  isChosen: boolean;
  onClick: () => void;
  children: ReactNode;
}

function DiffChip({ isChosen, onClick, children }: DiffChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={classNames(
        'inline-flex min-h-7 items-center gap-1 rounded-full border px-2.5 text-sm',
        isChosen
          ? 'border-accent bg-accent-soft font-semibold text-accent'
          : 'border-line-strong hover:bg-accent-soft',
      )}
    >
      {isChosen && <Check aria-hidden size={13} />}
      {children}
    </button>
  );
}
