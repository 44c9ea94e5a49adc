import { Alert } from '../../ui/Alert.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { VirtualTable } from '../../ui/VirtualTable.tsx';

/** A file or an item, as a person knows it. */
export interface NamedChange {
  readonly serviceName: string;
  /** Folder and name. */
  readonly path: string;
}

export interface UnparsedChange extends NamedChange {
  /** `line 3: Unexpected token`. */
  readonly reason: string;
}

interface ChangesQuestionProps {
  isOpen: boolean;
  /** What is live now and will be removed. */
  deletions: readonly NamedChange[];
  /** What was changed here and will be replaced. */
  discards: readonly NamedChange[];
  /** What will be live though it cannot be parsed. */
  unparsed?: readonly UnparsedChange[];
  /** What one of them is called. */
  noun: 'file' | 'item';
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks once, by name, before a submit deletes something or discards what was made here. */
export function ChangesQuestion(props: ChangesQuestionProps) {
  const { isOpen, deletions, discards, unparsed = [], noun, onCancel, onConfirm } = props;
  const count = (list: readonly unknown[]) =>
    `${list.length.toLocaleString('en')} ${noun}${list.length === 1 ? '' : 's'}`;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title="Submit these changes?"
      confirmLabel="Submit"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <div className="flex flex-col gap-4">
        <NamedList title={`${count(deletions)} will be deleted`} rows={deletions} />
        <NamedList title={`Changes made here to ${count(discards)} will be discarded`} rows={discards} />
        <NamedList title={`${count(unparsed)} cannot be parsed and will not work`} rows={unparsed} />
        <Alert>The version that is live now is kept, so you can undo this afterwards.</Alert>
      </div>
    </ConfirmDialog>
  );
}

interface NamedRow extends NamedChange {
  readonly reason?: string;
}

function NamedList({ title, rows }: { title: string; rows: readonly NamedRow[] }) {
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
        rowKey={({ serviceName, path }) => `${serviceName}/${path}`}
        rowHeight={28}
        // Names are never cut off: they are what the question is about.
        minWidth={`max(100%, ${longest}ch + 2rem)`}
        className="max-h-56 rounded-control border border-line"
        columns={[{ id: 'path', header: 'Name', isRowHeader: true, cell: textOf }]}
      />
    </section>
  );
}
