import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { dayEnd, dayStart, today } from '../../../lib/search-days.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Search } from '../../../ui/icons.ts';
import { Info } from '../../../ui/message-icons.ts';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { CallError } from '../CallError.tsx';
import { RunTestsLink } from '../RunTestsLink.tsx';
import { useRunSearch } from '../run-search.ts';
import { TestStatusBadge } from '../TestStatusBadge.tsx';
import { testRunMessages } from '../test-run-messages.ts';
import { foundRunsQuery } from '../test-runs.queries.ts';
import { FoundLimit } from './FoundLimit.tsx';

interface SearchPanelProps {
  id: string;
}

/** Finds runs by their start dates; the one to show is chosen from the list. */
export function SearchPanel({ id }: SearchPanelProps) {
  const { search, change } = useRunSearch();
  const [from, setFrom] = useState(search.from ?? today());
  const [to, setTo] = useState(search.to ?? today());
  const searched = `${search.from} ${search.to}`;
  const [filledFor, setFilledFor] = useState(searched);
  // Back and Forward lead to other days.
  if (filledFor !== searched) {
    setFilledFor(searched);
    setFrom(search.from ?? today());
    setTo(search.to ?? today());
  }
  const [isChecked, setChecked] = useState(false);
  const isReversed = from !== '' && to !== '' && from > to;
  const errorOf = (label: string, day: string) => {
    if (!isChecked) return undefined;
    if (day === '') return `${label} is required.`;
    return isReversed && day === to ? 'To Date is before From Date.' : undefined;
  };
  const hasSearched = search.from !== undefined && search.to !== undefined;
  const found = useQuery({
    ...foundRunsQuery(dayStart(search.from ?? today()), dayEnd(search.to ?? today())),
    enabled: hasSearched,
  });
  const columns = useMemo(() => columnsFor((runId) => change({ runId, test: undefined })), [change]);

  function handleSubmit() {
    setChecked(true);
    if (from === '' || to === '' || isReversed) return;
    if (from === search.from && to === search.to) void found.refetch();
    else change({ from, to });
  }

  return (
    <Card title="Filter" isFlush className="lg:sticky lg:top-16">
      <PlainForm id={id} className="flex flex-wrap items-start gap-3 px-4 pb-4" onSubmit={handleSubmit}>
        {[
          { label: 'From Date', value: from, onChange: setFrom },
          { label: 'To Date', value: to, onChange: setTo },
        ].map(({ label, value, onChange }) => (
          <TextField
            key={label}
            type="date"
            label={label}
            required
            className="min-w-40 flex-1"
            value={value}
            error={errorOf(label, value)}
            onChange={(event) => onChange(event.target.value)}
          />
        ))}
        <Button
          type="submit"
          variant="primary"
          icon={<Search aria-hidden size={16} />}
          className="sm:mt-[1.6rem]"
        >
          Search
        </Button>
      </PlainForm>
      {hasSearched && (
        <section aria-labelledby={`${id}-found`} className="border-t border-line">
          <h3 id={`${id}-found`} className="flex items-center gap-3 px-4 pt-3 pb-1 font-semibold">
            Test Runs Found
            {found.data && <span className="tabular font-normal text-ink-soft">{found.data.length}</span>}
            {found.isFetching && <Spinner size={16} label="Searching test runs" />}
          </h3>
          {found.data && <FoundLimit count={found.data.length} />}
          <EntityTable
            caption="Test Runs Found"
            name="runs"
            query={found}
            className="max-h-[32rem] overflow-y-auto"
            columns={columns}
            rowKey={({ runId }) => runId}
            isRowSelected={({ runId }) => runId === search.runId}
            empty={{
              hint: 'No test run started on these days.',
              action: <RunTestsLink>Run tests now</RunTestsLink>,
            }}
            failure={(failure) => (
              <div className="px-4">
                <CallError message={testRunMessages.find} {...failure} />
              </div>
            )}
          />
        </section>
      )}
    </Card>
  );
}

function columnsFor(onSelect: (runId: string) => void): TableColumn<TestRunSummary>[] {
  return [
    {
      id: 'runId',
      header: 'Run ID',
      isRowHeader: true,
      // The end of the id distinguishes runs; the start is their time.
      cell: ({ runId }) => (
        <span title={runId} className="font-mono text-xs whitespace-nowrap">
          …{runId.slice(-8)}
        </span>
      ),
    },
    {
      id: 'date',
      header: 'Date',
      className: 'whitespace-nowrap',
      sortBy: ({ startedAt }) => startedAt,
      cell: ({ startedAt, isTimetabled }) => (
        <>
          {formatDayMonthYearTime(startedAt)}
          {isTimetabled && <span className="block text-xs text-ink-soft">by the timetable</span>}
        </>
      ),
    },
    {
      id: 'duration',
      header: 'Total Duration',
      align: 'end',
      className: 'whitespace-nowrap',
      sortBy: ({ duration }) => duration,
      cell: ({ duration }) => formatDuration(duration),
    },
    {
      id: 'status',
      header: 'Status',
      sortBy: ({ status }) => status,
      cell: ({ status }) => <TestStatusBadge status={status} />,
    },
    {
      id: 'select',
      header: 'Select',
      isHeaderHidden: true,
      className: 'py-0!',
      cell: ({ runId, startedAt }) => (
        <IconButton
          label={`Show the test run of ${formatDayMonthYearTime(startedAt)}`}
          icon={<Info aria-hidden size={18} />}
          onClick={() => onSelect(runId)}
        />
      ),
    },
  ];
}
