import { Button } from '../../../ui/Button.tsx';
import { DownloadButton } from '../../../ui/DownloadButton.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { MonthSelect } from './MonthSelect.tsx';
import { useUsageExport } from './use-usage-export.ts';

interface UsageActionsProps {
  month: string;
  onMonth: (month: string) => void;
  showsAllMetrics: boolean;
  onShowAllMetrics: (showsAll: boolean) => void;
}

/** Which month, which metrics, and the month as a file. */
export function UsageActions(props: UsageActionsProps) {
  const { month, onMonth, showsAllMetrics, onShowAllMetrics } = props;
  const exporting = useUsageExport(month);
  return (
    <>
      <MonthSelect month={month} onMonth={onMonth} />
      <DownloadButton download={exporting}>Export CSV</DownloadButton>
      <Button aria-pressed={showsAllMetrics} onClick={() => onShowAllMetrics(!showsAllMetrics)}>
        Toggle All Metrics
      </Button>
      <ErrorDialog error={exporting.error} onClose={exporting.reset} />
    </>
  );
}
