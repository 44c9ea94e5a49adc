import type { Dispatch } from 'react';
import { Help } from '../../../layout/Help.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import type { PullSession, SessionAction } from '../pull/pull-session.ts';
import { SearchField } from '../pull/SearchField.tsx';
import { DiffChips } from './DiffChips.tsx';
import type { Chip } from './diff-filter.ts';
import type { DiffPreferences } from './diff-preferences.ts';
import type { ShownFiles } from './use-shown-files.ts';

interface DiffToolbarProps {
  shown: ShownFiles;
  session: PullSession;
  dispatch: Dispatch<SessionAction>;
  preferences: DiffPreferences;
  onPreferences: (part: Partial<DiffPreferences>) => void;
  chipCounts: ReadonlyMap<Chip, number>;
}

/** What is shown of all services, and how. */
export function DiffToolbar(props: DiffToolbarProps) {
  const { shown, session, dispatch, preferences, onPreferences } = props;
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-sm text-ink-soft">
        <Help topic="comparison" />
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField
          label="Search by name or folder"
          text={shown.search.text}
          onChange={shown.search.setText}
        />
        <Checkbox
          label="Hide changes in metadata"
          checked={preferences.isMetadataHidden}
          onChange={({ target }) => onPreferences({ isMetadataHidden: target.checked })}
        />
        <Checkbox
          label="Show unchanged files"
          checked={shown.isUnchangedShown}
          onChange={(event) => shown.setUnchangedShown(event.target.checked)}
        />
        <Checkbox
          label="Start with Merge by side"
          checked={preferences.startsBySide}
          onChange={({ target }) => onPreferences({ startsBySide: target.checked })}
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
      <DiffChips counts={props.chipCounts} chosen={shown.chips} onChange={shown.setChips} />
      <p className="text-sm text-ink-soft max-md:hidden">
        Keys in the list: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>l</kbd> Local, <kbd>r</kbd> Remote,{' '}
        <kbd>m</kbd> Merge, <kbd>Enter</kbd> compares.
      </p>
    </div>
  );
}
