import type { Dispatch } from 'react';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import type { PullSession, SessionAction } from '../decisions/pull-session.ts';
import type { DiffPreferences } from './diff-preferences.ts';
import type { ShownFiles } from './use-shown-files.ts';

export interface DiffOptionsProps {
  shown: ShownFiles;
  session: PullSession;
  dispatch: Dispatch<SessionAction>;
  preferences: DiffPreferences;
  onPreferences: (part: Partial<DiffPreferences>) => void;
}

/** Display options of the file list. Folded on a phone, or they would push the first file below the screen. */
export function DiffOptions(props: DiffOptionsProps) {
  const { shown, session, dispatch, preferences, onPreferences } = props;
  const isNarrow = useIsNarrow();
  const onCount = [preferences.isMetadataHidden, shown.isUnchangedShown, preferences.startsBySide].filter(
    Boolean,
  ).length;
  const options = (
    <>
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
    </>
  );
  if (!isNarrow) return options;
  return (
    <Collapsible
      title={onCount === 0 ? 'View options' : `View options (${onCount} on)`}
      level={2}
      className="w-full"
    >
      <div className="flex flex-col gap-3">{options}</div>
    </Collapsible>
  );
}
