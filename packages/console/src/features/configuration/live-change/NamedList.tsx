import { VirtualTable } from '../../../ui/VirtualTable.tsx';

/** A file or an item, as users know it. */
export interface NamedChange {
  readonly serviceName: string;
  /** Folder and name. */
  readonly path: string;
}

export interface ReasonedChange extends NamedChange {
  /** `line 3: Unexpected token`, `submitted by ada on …`. */
  readonly reason: string;
}

interface NamedRow extends NamedChange {
  readonly reason?: string;
}

/** Lists the changes of a submit; a long list scrolls. */
export function NamedList({ title, rows }: { title: string; rows: readonly NamedRow[] }) {
  if (rows.length === 0) return null;
  const hasSeveralServices = rows.some(({ serviceName }) => serviceName !== rows[0]?.serviceName);
  const textOf = ({ serviceName, path, reason }: NamedRow) =>
    [hasSeveralServices && serviceName, path, reason].filter(Boolean).join(': ');
  const longest = rows.reduce((most, row) => Math.max(most, textOf(row).length), 0);
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <VirtualTable
        caption={title}
        rows={rows}
        rowKey={({ serviceName, path, reason }) => `${serviceName}/${path}/${reason}`}
        rowHeight={28}
        // Names are never truncated, because the user confirms them.
        minWidth={`max(100%, ${longest}ch + 2rem)`}
        className="max-h-60 rounded-control border border-line"
        columns={[{ id: 'path', header: 'Name', isRowHeader: true, cell: textOf }]}
      />
    </section>
  );
}
