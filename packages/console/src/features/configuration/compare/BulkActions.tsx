import { useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { Select } from '../../../ui/Select.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { type BulkChoice, bulkChoices, bulkLabels, type ChosenFile } from '../decisions/diff-choices.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import { isInFolder } from '../files/file-places.ts';
import { foldersOf, shownFiles } from './shown-folders.ts';

interface BulkActionsProps {
  serviceId: string;
  serviceName: string;
  /** The files that are shown, hidden metadata of shown ones included. */
  files: readonly ChosenFile[];
  /** Whether a filter hides some files; the actions then show the number of affected files. */
  isNarrowed: boolean;
  /** Whether the changed sides are still being determined. */
  isExamining: boolean;
  dispatch: (action: ChoiceAction) => void;
}

/** Applies a choice to all shown files of a service or folder, subfolders included. */
export function BulkActions(props: BulkActionsProps) {
  const { serviceId, serviceName, files, isNarrowed, isExamining, dispatch } = props;
  const [folder, setFolder] = useState('');
  const folders = useMemo(() => foldersOf(files), [files]);
  const isFolder = folders.includes(folder);
  const inScope = isFolder ? files.filter((file) => isInFolder(file, folder)) : files;
  const scope = isNarrowed ? `for ${shownFiles(inScope.length)}` : undefined;
  const isNarrow = useIsNarrow();
  const isWaiting = (action: BulkChoice) => action === 'BY_SIDE' && isExamining;
  const choose = (action: BulkChoice) => dispatch({ type: 'chooseAll', serviceId, files: inScope, action });
  return (
    <fieldset className="flex flex-wrap items-end gap-2 px-4">
      <legend className="sr-only">For all files of {serviceName}</legend>
      <Select
        label="Apply to"
        className="min-w-44"
        value={isFolder ? folder : ''}
        placeholder={isNarrowed ? 'Everything shown' : 'The whole service'}
        options={folders.map((path) => ({ value: path, label: path }))}
        onChange={(event) => setFolder(event.target.value)}
      />
      {isNarrow ? (
        <Menu
          trigger={
            <Button>
              All
              <ChevronDown aria-hidden size={16} />
            </Button>
          }
          actions={bulkChoices.map((action) => ({
            label: bulkLabels[action],
            isDisabled: isWaiting(action),
            onSelect: () => choose(action),
          }))}
        />
      ) : (
        bulkChoices.map((action) => (
          <Button key={action} disabled={isWaiting(action)} onClick={() => choose(action)}>
            {bulkLabels[action]}
            {scope && <span className="sr-only">{scope}</span>}
          </Button>
        ))
      )}
      {scope && <p className="self-center text-sm text-ink-soft">{scope}</p>}
    </fieldset>
  );
}
