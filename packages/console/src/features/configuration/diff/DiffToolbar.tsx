import { Help } from '../../../layout/Help.tsx';
import { SearchField } from '../pull/SearchField.tsx';
import { DiffChips } from './DiffChips.tsx';
import { DiffOptions, type DiffOptionsProps } from './DiffOptions.tsx';
import type { Chip } from './diff-filter.ts';

interface DiffToolbarProps extends DiffOptionsProps {
  chipCounts: ReadonlyMap<Chip, number>;
}

/** What is shown of all services, and how. */
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
        Keys in the list: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>l</kbd> Local, <kbd>r</kbd> Remote,{' '}
        <kbd>m</kbd> Merge, <kbd>Enter</kbd> compares.
      </p>
    </div>
  );
}
