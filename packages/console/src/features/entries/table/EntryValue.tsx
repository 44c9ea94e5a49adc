import { formatDateTime } from '../../../lib/format-date.ts';
import type { FieldKind } from '../entry-fields.ts';

/** Longer texts are cut in a table, and whole in the entry. */
const SHOWN_LENGTH = 80;

/** Value of a field in a table. */
export function EntryValue({ value, kind }: { value: unknown; kind: FieldKind }) {
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
