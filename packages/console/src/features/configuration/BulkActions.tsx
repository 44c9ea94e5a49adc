import { BulkAction, bulkActionLabels } from '@atrium/contract/configuration/diff-file';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import type { ChoiceAction, ChosenFile } from './diff-choices.ts';

interface BulkActionsProps {
  serviceId: string;
  serviceName: string;
  files: readonly ChosenFile[];
  dispatch: (action: ChoiceAction) => void;
}

/** One choice for all files of a service, or of a folder and what lies below it. */
export function BulkActions({ serviceId, serviceName, files, dispatch }: BulkActionsProps) {
  const [folder, setFolder] = useState('');
  const folders = useMemo(() => foldersOf(files), [files]);
  const inScope = folder === '' ? files : files.filter(({ folderPath }) => isWithin(folderPath, folder));
  return (
    <fieldset className="flex flex-wrap items-end gap-2 px-4">
      <legend className="sr-only">For all files of {serviceName}</legend>
      <Select
        label="Apply to"
        className="min-w-44"
        value={folders.includes(folder) ? folder : ''}
        placeholder="The whole service"
        options={folders.map((path) => ({ value: path, label: path }))}
        onChange={(event) => setFolder(event.target.value)}
      />
      {BulkAction.options.map((action) => (
        <Button
          key={action}
          onClick={() => dispatch({ type: 'chooseAll', serviceId, files: inScope, action })}
        >
          {bulkActionLabels[action]}
        </Button>
      ))}
    </fieldset>
  );
}

export function isWithin(folderPath: string, folder: string): boolean {
  return folderPath === folder || folderPath.startsWith(`${folder}/`);
}

/** Every folder that holds changed files, and the folders above it. */
function foldersOf(files: readonly ChosenFile[]): string[] {
  const folders = new Set<string>();
  for (const { type, folderPath } of files) {
    if (type === 'NO_CHANGE' || folders.has(folderPath)) continue;
    for (let path = folderPath; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
      folders.add(path);
    }
  }
  return [...folders].sort();
}
