import { endpointKey } from '@atrium/contract/endpoint-key';
import {
  type FunctionMailState,
  listFunctionMails,
  removeSuppression,
  type SentFunctionMail,
} from '@atrium/contract/services/function-mails';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { OutcomeBadge } from '../../../ui/OutcomeBadge.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';

const FOLLOW_MS = 10_000;

const STATE_LABELS: Readonly<Record<FunctionMailState, string>> = {
  WAITING: 'Waiting',
  SENT: 'Sent',
  FAILED: 'Failed',
  SUPPRESSED: 'Suppressed',
};

interface MailFilter {
  serviceId: string;
  state?: FunctionMailState;
  search?: string;
}

/** Mails that functions of a service have sent in the last 30 days, newest first. */
const mailsQuery = (filter: MailFilter) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listFunctionMails, { query: { ...filter } }),
    queryFn: ({ pageParam, signal }) =>
      call(listFunctionMails, { query: { ...filter, ...(pageParam && { before: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ content, hasMore }) => (hasMore ? content.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Mails of functions with their delivery state. */
export function MailsTab({ serviceId }: { serviceId: string }) {
  const [state, setState] = useState<FunctionMailState | undefined>();
  const [search, setSearch] = useState('');
  const wanted = useSettled(search.trim(), SEARCH_DEBOUNCE_MS);
  const mails = useInfiniteQuery({
    ...mailsQuery({ serviceId, ...(state && { state }), ...(wanted !== '' && { search: wanted }) }),
    refetchInterval: FOLLOW_MS,
  });
  const isFiltered = state !== undefined || wanted !== '';
  const columns: TableColumn<SentFunctionMail>[] = [
    { id: 'time', header: 'Time', cell: ({ createdOn }) => formatDateTime(createdOn) },
    {
      id: 'to',
      header: 'To',
      isRowHeader: true,
      className: 'wrap-anywhere',
      cell: ({ to }) => to,
    },
    { id: 'subject', header: 'Subject', className: 'wrap-anywhere', cell: ({ subject }) => subject },
    {
      id: 'function',
      header: 'Function',
      className: 'wrap-anywhere',
      cell: ({ function: name }) => (
        <AppLink href={paths.service(serviceId, { function: name })} className="link">
          {name}
        </AppLink>
      ),
    },
    { id: 'state', header: 'State', isLong: true, cell: (mail) => <MailState mail={mail} /> },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (mail) => mail.isAddressSuppressed && <SuppressedAddress to={mail.to} />,
    },
  ];
  return (
    <Card
      title="Mails"
      description="Mails that functions sent with mail.send() in the last 30 days. An address that a mail server has refused is suppressed: it gets nothing more."
      isFlush
    >
      <div className="flex flex-wrap gap-3 px-4 pb-3">
        <Select
          label="State"
          className="w-56"
          value={state ?? ''}
          placeholder="All mails"
          options={Object.entries(STATE_LABELS).map(([value, label]) => ({ value, label }))}
          onChange={(event) =>
            setState(event.target.value === '' ? undefined : (event.target.value as FunctionMailState))
          }
        />
        <TextField
          type="search"
          label="Search addresses"
          className="w-80 max-w-full"
          maxLength={254}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <EntityTable
        caption="Mails"
        name="mails"
        query={{ ...mails, data: mails.data?.pages.flatMap(({ content }) => content) }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          isFiltered
            ? {
                title: 'No such mails',
                hint: 'No mail of the last 30 days matches.',
                action: (
                  <Button
                    onClick={() => {
                      setState(undefined);
                      setSearch('');
                    }}
                  >
                    Show all mails
                  </Button>
                ),
              }
            : {
                title: 'No mails yet',
                hint: 'A function sends one with await mail.send({ to, subject, text }).',
                action: null,
              }
        }
      />
      <ShowMore query={mails}>Show older mails</ShowMore>
    </Card>
  );
}

function MailState({ mail: { state, error, endedOn } }: { mail: SentFunctionMail }) {
  return (
    <>
      {state === 'SENT' || state === 'FAILED' ? (
        <OutcomeBadge hasFailed={state === 'FAILED'}>{STATE_LABELS[state].toLowerCase()}</OutcomeBadge>
      ) : (
        <Badge tone={state === 'SUPPRESSED' ? 'warn' : 'neutral'}>{STATE_LABELS[state].toLowerCase()}</Badge>
      )}
      {error === null ? (
        endedOn !== null && <span className="block text-sm text-ink-soft">{formatDateTime(endedOn)}</span>
      ) : (
        <span className="block text-sm text-ink-soft wrap-anywhere">{error}</span>
      )}
    </>
  );
}

/** Lets functions send mails to an address again. */
function SuppressedAddress({ to }: { to: string }) {
  const refusal = useRefusal(removeSuppression);
  const removal = useRemove(removeSuppression, {
    title: 'Remove from suppression',
    question: `Send mails to ${to} again? Mail servers trust senders less that go on mailing addresses which do not exist.`,
    confirmLabel: 'Remove',
    errorTitle: 'The address is still suppressed',
    request: { body: { to } },
    invalidates: [listFunctionMails],
  });
  return (
    <>
      <Button
        size="small"
        aria-label={`Remove from suppression: ${to}`}
        refusal={refusal}
        onClick={removal.ask}
      >
        Remove from suppression
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
