import type { PulledService } from '@atrium/contract/configuration/pull';
import { useMemo, useState } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { describeSame, type ManifestDifferences } from '../differences/manifest-differences.ts';
import { filesOf, select, selectionOf } from '../differences/manifest-selection.ts';
import type { LastCommits } from '../files/pull.queries.ts';
import { SearchField, useSearchFilter } from '../files/SearchField.tsx';
import { ManifestFiles } from './ManifestFiles.tsx';
import { useReadableFiles } from './manifest-rows.ts';
import { withUnreadablePaths } from './unreadable-selection.ts';

interface ManifestServiceProps {
  service: PulledService;
  deselected: readonly string[] | undefined;
  lastCommits: LastCommits | undefined;
  /** Undefined until the service has been compared. */
  differences: ManifestDifferences | undefined;
  /** Files are hidden until the comparison is done: most would disappear again under the pointer. */
  isComparing: boolean;
  /** Whether any file of the pull differs, in any service. Determined once all services are compared. */
  isAnyDifferent: boolean;
  onSelect: (deselected: readonly string[]) => void;
}

/** Renders a service of the manifest: its folders and files with their selection. */
export function ManifestService(props: ManifestServiceProps) {
  const { service, deselected, lastCommits, differences, isComparing, isAnyDifferent } = props;
  const { serviceName } = service;
  const [isEveryFileShown, setEveryFileShown] = useState(false);
  const differentCount = differences?.types.size ?? 0;
  // If nothing differs, or as long as it is unknown, all files are shown.
  const isFiltered = !isEveryFileShown && differentCount > 0;
  const left = useMemo(() => new Set(deselected), [deselected]);
  const files = useReadableFiles(service, lastCommits);
  const { matches, ...search } = useSearchFilter(() => files);
  const selectedCount = files.filter(({ filePath }) => !left.has(filePath)).length;
  const state = selectionOf(files, left);
  const handleSelect = (next: readonly string[]) => props.onSelect(withUnreadablePaths(next, service, files));
  // Unchanged services are folded: they would push changed ones out of view.
  const isSame = files.length > 0 && differences?.folders.size === 0;
  const isFolded = isSame && isAnyDifferent && !isEveryFileShown;
  return (
    <Card
      isFlush
      title={
        <Checkbox
          label={
            <>
              {serviceName}{' '}
              <span className="font-normal text-ink-soft">
                ({selectedCount.toLocaleString('en')} of {files.length.toLocaleString('en')} files)
              </span>
            </>
          }
          checked={state === 'all' && files.length > 0}
          isMixed={state === 'some'}
          disabled={files.length === 0}
          onChange={(event) => handleSelect(select(left, filesOf(service), event.target.checked))}
        />
      }
      actions={
        !isFolded &&
        !isComparing && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {differentCount > 0 && (
              <Checkbox
                label={`Show only the ${formatQuantity(differentCount, 'file that differs', 'files that differ')}`}
                checked={isFiltered}
                onChange={(event) => setEveryFileShown(!event.target.checked)}
              />
            )}
            <SearchField
              label={`Search in ${serviceName}`}
              text={search.text}
              error={search.error}
              onChange={search.setText}
            />
          </div>
        )
      }
    >
      {isComparing ? (
        <Spinner className="px-4 pb-3" label="Comparing with the live files …" isLabelShown />
      ) : isFolded ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-3 text-sm text-ink-soft">
          {describeSame(files.length)}
          <Button size="small" onClick={() => setEveryFileShown(true)}>
            Show them
          </Button>
        </p>
      ) : (
        <ManifestFiles
          service={service}
          files={files}
          deselected={left}
          lastCommits={lastCommits}
          differences={differences}
          isFiltered={isFiltered}
          matches={matches}
          onSelect={handleSelect}
          onShowAll={() => {
            search.setText('');
            setEveryFileShown(true);
          }}
        />
      )}
    </Card>
  );
}
