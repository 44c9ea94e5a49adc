import type { Entry, EntryChange } from '@atrium/contract/service-api/functions/content-entry';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { ChangedBy } from '../entry/ChangedBy.tsx';
import type { EntryField, FieldKind } from '../entry-fields.ts';

export interface EntryRow {
  entry: Entry;
  change: EntryChange | null;
}

export const CHANGED = 'Last change';
const SHOWN_FIRST = 6;
/** Longer texts are cut in a table, and whole in the entry. */
const SHOWN_LENGTH = 80;

/** Names of the columns that are shown until someone chooses others. */
export function standardColumns(fields: readonly EntryField[]): string[] {
  return [...fields.slice(0, SHOWN_FIRST).map(({ name }) => name), CHANGED];
}

interface ColumnParts {
  fields: readonly EntryField[];
  /** Names of the shown columns. */
  shown: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
  onOpen: (id: string) => void;
}

export function entryColumns(parts: ColumnParts): TableColumn<EntryRow>[] {
  const { fields, shown, selected, onSelect, onOpen } = parts;
  const isNumber = ({ kind }: EntryField) => kind === 'integer' || kind === 'number';
  return [
    {
      id: 'selected',
      header: 'Selected',
      isHeaderHidden: true,
      className: 'w-8 pr-0 max-md:order-first',
      cell: ({ entry: { id } }) => (
        <Checkbox
          label={`Select ${id}`}
          isLabelHidden
          checked={selected.has(id)}
          onChange={(event) => onSelect([id], event.target.checked)}
        />
      ),
    },
    {
      id: 'id',
      header: 'id',
      isRowHeader: true,
      className: 'max-w-64',
      sortBy: ({ entry }) => entry.id,
      cell: ({ entry: { id } }) => (
        <button
          type="button"
          className="max-w-full truncate text-left text-accent underline underline-offset-2"
          title={id}
          onClick={() => onOpen(id)}
        >
          {id}
        </button>
      ),
    },
    ...fields
      .filter(({ name }) => name !== 'id' && shown.includes(name))
      .map(
        (field): TableColumn<EntryRow> => ({
          id: field.name,
          header: field.name,
          align: isNumber(field) ? 'end' : 'start',
          className: 'max-w-72',
          isLong: field.kind === 'long-text' || field.kind === 'json',
          ...(field.kind !== 'json' && { sortBy: () => null }),
          cell: ({ entry }) => <EntryValue value={entry[field.name]} kind={field.kind} />,
        }),
      ),
    ...(shown.includes(CHANGED)
      ? [
          {
            id: CHANGED,
            header: CHANGED,
            cell: ({ change }: EntryRow) => <ChangedBy change={change} />,
          },
        ]
      : []),
  ];
}

/** Value of a field in a table. */
function EntryValue({ value, kind }: { value: unknown; kind: FieldKind }) {
  if (value === undefined) return <span className="text-ink-soft">–</span>;
  if (value === null) return <span className="text-ink-soft">null</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return <span className="tabular">{value}</span>;
  if (typeof value === 'object') {
    return <code className="font-mono text-xs wrap-anywhere">{cut(JSON.stringify(value))}</code>;
  }
  if (kind === 'date-time') return <span className="whitespace-nowrap">{formatDateTime(String(value))}</span>;
  return <span className="wrap-anywhere">{cut(String(value))}</span>;
}

function cut(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).toWellFormed()}…` : text;
}
