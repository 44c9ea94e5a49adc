import type { Dispatch } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { DiffChips } from './DiffChips.tsx';
import type { Chip } from './diff-filter.ts';
import type { PullSession, SessionAction } from './pull-session.ts';
import { SearchField, type useSearchFilter } from './SearchField.tsx';

interface DiffToolbarProps {
  search: ReturnType<typeof useSearchFilter>;
  session: PullSession;
  dispatch: Dispatch<SessionAction>;
  isUnchangedShown: boolean;
  onUnchangedShown: (isShown: boolean) => void;
  startsBySide: boolean;
  onStartsBySide: (startsBySide: boolean) => void;
  chipCounts: ReadonlyMap<Chip, number>;
  chosenChips: ReadonlySet<Chip>;
  onChips: (chosen: ReadonlySet<Chip>) => void;
}

/** What is shown of all services, and how. */
export function DiffToolbar(props: DiffToolbarProps) {
  const { search, session, dispatch } = props;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField label="Search by name or folder" text={search.text} onChange={search.setText} />
        <Checkbox
          label="Hide changes in metadata"
          checked={session.isMetadataHidden}
          onChange={(event) => dispatch({ type: 'hideMetadata', isHidden: event.target.checked })}
        />
        <Checkbox
          label="Show unchanged files"
          checked={props.isUnchangedShown}
          onChange={(event) => props.onUnchangedShown(event.target.checked)}
        />
        <Checkbox
          label="Start with Merge by side"
          checked={props.startsBySide}
          onChange={(event) => props.onStartsBySide(event.target.checked)}
        />
        <RadioGroup
          legend="View"
          isLegendHidden
          isInline
          options={[
            { value: 'table', label: 'Table' },
            { value: 'list', label: 'List' },
          ]}
          value={session.view}
          onChange={(view) => dispatch({ type: 'view', view })}
        />
      </div>
      <DiffChips counts={props.chipCounts} chosen={props.chosenChips} onChange={props.onChips} />
      <p className="text-sm text-ink-soft max-md:hidden">
        Keys in the list: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>l</kbd> Local, <kbd>r</kbd> Remote,{' '}
        <kbd>m</kbd> Merge, <kbd>Enter</kbd> compares.
      </p>
    </div>
  );
}
