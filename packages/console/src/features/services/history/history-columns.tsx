import { formatDateTime } from '../../../lib/format-date.ts';
import type { TableColumn } from '../../../ui/table-column.ts';
import type { HistoryLine } from './history-lines.ts';
import { VersionLink } from './VersionLink.tsx';

/** Longer lines are truncated, so that their author stays in view. */
const MAX_SHOWN = 80;

/** Width of the code column in characters. */
export function shownLength(lines: readonly HistoryLine[]): number {
  return Math.min(
    lines.reduce((most, { text }) => Math.max(most, text.length), 40),
    MAX_SHOWN,
  );
}

/** Width of the columns beside the code, in rem. */
export const FACTS_WIDTH = 36;

export function historyColumns(
  serviceId: string,
  codeLength: number,
  isStacked: boolean,
): TableColumn<HistoryLine>[] {
  return [
    { id: 'line', header: 'Line', align: 'end', width: '4rem', cell: ({ number }) => number },
    {
      id: 'version',
      header: 'Version',
      width: '6.5rem',
      cell: ({ version, isFirst }) =>
        isFirst ? <VersionLink serviceId={serviceId} version={version} /> : version.version,
    },
    {
      id: 'text',
      header: 'Code',
      isRowHeader: true,
      width: `minmax(${codeLength}ch, 1fr)`,
      className: 'font-mono text-xs',
      // In stacked rows, a line has the full width and wraps.
      cell: ({ text }) => (
        <code className={isStacked ? 'whitespace-pre-wrap' : 'whitespace-pre'}>{text}</code>
      ),
    },
    {
      id: 'user',
      header: 'By',
      width: '7rem',
      cell: ({ version, isKnown }) => (isKnown ? version.user || 'Atrium' : '–'),
    },
    {
      id: 'made',
      header: 'Made',
      width: '11.5rem',
      cell: ({ version }) => formatDateTime(version.createdOn),
    },
    {
      id: 'commit',
      header: 'Commit',
      width: '7rem',
      cell: ({ version, isKnown }) => (
        <span className="font-mono text-xs">{(isKnown && version.commitSha?.slice(0, 10)) || '–'}</span>
      ),
    },
  ];
}
