import { Help } from '../../../layout/Help.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Check } from '../../../ui/icons.ts';
import { SearchField } from '../files/SearchField.tsx';
import { DiffOptions, type DiffOptionsProps } from './DiffOptions.tsx';
import { type Chip, chipLabels, chips } from './diff-filter.ts';

interface DiffToolbarProps extends DiffOptionsProps {
  chipCounts: ReadonlyMap<Chip, number>;
}

/** Search, filters and view of all services. */
export function DiffToolbar(props: DiffToolbarProps) {
  const { shown, preferences } = props;
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-sm text-ink-soft">
        {preferences.startsBySide ? <Help topic="comparisonBySide" /> : <Help topic="comparison" />}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField
          label="Search by name or folder"
          text={shown.search.text}
          error={shown.search.error}
          onChange={shown.search.setText}
        />
        <DiffOptions {...props} />
      </div>
      <DiffChips counts={props.chipCounts} chosen={shown.chips} onChange={shown.setChips} />
      <p className="text-sm text-ink-soft max-md:hidden">
        Keyboard shortcuts: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>l</kbd> Local, <kbd>r</kbd> Remote,{' '}
        <kbd>m</kbd> Merge, <kbd>Enter</kbd> compares.
      </p>
    </div>
  );
}

interface DiffChipsProps {
  counts: ReadonlyMap<Chip, number>;
  chosen: ReadonlySet<Chip>;
  onChange: (chosen: ReadonlySet<Chip>) => void;
}

/** Chips that filter the list by side, type and conflict, with the number of files. */
function DiffChips({ counts, chosen, onChange }: DiffChipsProps) {
  const shown = chips.filter((chip) => counts.has(chip) || chosen.has(chip));
  if (shown.length === 0) return null;
  const toggle = (chip: Chip) =>
    onChange(new Set(chosen.has(chip) ? [...chosen].filter((one) => one !== chip) : [...chosen, chip]));
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Show only</legend>
      {shown.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={chosen.has(chip)}
          onClick={() => toggle(chip)}
          className={classNames(
            'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm',
            chosen.has(chip)
              ? 'border-accent bg-accent-soft font-semibold text-accent'
              : 'border-line-strong hover:bg-accent-soft',
          )}
        >
          {chosen.has(chip) && <Check aria-hidden size={14} />}
          {chipLabels[chip]} {(counts.get(chip) ?? 0).toLocaleString('en')}
        </button>
      ))}
    </fieldset>
  );
}
