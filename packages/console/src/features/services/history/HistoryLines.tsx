import type { FileHistory } from '@atrium/contract/configuration/file-history';
import { useMemo } from 'react';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { FACTS_WIDTH, historyColumns, shownLength } from './history-columns.tsx';
import { toHistoryLines } from './history-lines.ts';

const ROW_HEIGHT = 26;

interface HistoryLinesProps {
  serviceId: string;
  history: FileHistory;
}

/** The lines of a live file, each with the version that brought it. */
export function HistoryLines({ serviceId, history }: HistoryLinesProps) {
  const lines = useMemo(() => toHistoryLines(history), [history]);
  const length = useMemo(() => shownLength(lines), [lines]);
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => historyColumns(serviceId, length, isNarrow), [serviceId, length, isNarrow]);
  return (
    <VirtualTable
      caption="Lines with their versions"
      columns={columns}
      rows={lines}
      rowKey={({ number }) => String(number)}
      rowHeight={ROW_HEIGHT}
      minWidth={`calc(${FACTS_WIDTH}rem + ${length}ch)`}
      isStacking
      emptyHint="The file is empty."
      className="max-h-[36rem] border-t border-line"
    />
  );
}
