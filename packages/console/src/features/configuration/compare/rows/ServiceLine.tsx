import { formatQuantity } from '../../../../lib/format.ts';
import type { BulkChoice } from '../../decisions/diff-choices.ts';
import { FolderChoices } from '../../decisions/FolderChoices.tsx';
import { filesOfRows } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import type { ServiceToSubmit } from '../../submit/service-submit.ts';
import type { DiffRow } from '../diff-rows.ts';

interface ServiceLineProps {
  service: ServiceToSubmit;
  /** Folder that all shown files are in; empty if it has a line of its own. */
  head: string;
  /** The shown rows of the service. */
  rows: readonly DiffRow[];
  /** Whether a filter hides some files. */
  isNarrowed: boolean;
  dispatch: (action: ChoiceAction) => void;
}

/** A service above its files, with one choice for all of them. */
export function ServiceLine({ service, head, rows, isNarrowed, dispatch }: ServiceLineProps) {
  const { diff, outcome } = service;
  const { serviceId, serviceName } = diff.service;
  const files = filesOfRows(rows);
  const choose = (action: BulkChoice, chosen = files) =>
    dispatch({ type: 'chooseAll', serviceId, files: chosen, action });
  const lost = diff.isExamining ? [] : [...outcome.discarded, ...outcome.replaced];
  const differing = `${diff.changed.length.toLocaleString('en')} of ${diff.files.length.toLocaleString('en')}`;
  return (
    <div className="flex h-8 items-center gap-2 border-b border-line bg-sunken pr-1 pl-3">
      <h2 className="shrink-0 text-sm font-semibold">{serviceName}</h2>
      <p
        className="min-w-0 flex-1 truncate text-xs text-ink-soft"
        title={`${head === '' ? '' : `${head}: `}${differing} files differ from live version ${diff.local?.version}`}
      >
        {head !== '' && <span className="font-medium text-ink">{head} · </span>}
        {`${differing} · version ${diff.local?.version}`}
      </p>
      <FolderChoices
        folder={serviceName}
        shownCount={isNarrowed ? files.length : undefined}
        isExamining={diff.isExamining}
        onChoose={choose}
        more={
          lost.length === 0
            ? []
            : [
                {
                  label: `Keep what would be lost here (${formatQuantity(lost.length, 'file')})`,
                  onSelect: () => choose('KEEP_LOCAL', lost),
                },
              ]
        }
      />
    </div>
  );
}
