import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { previewEntries } from '@atrium/contract/service-api/functions/content';
import type { EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { ArrowLeftRight } from '../../../ui/icons.ts';
import { MenuButton } from '../../../ui/MenuButton.tsx';
import type { EntryChanges } from '../entry/use-entry-changes.ts';
import type { EntryField } from '../entry-fields.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { useEntriesExport } from './use-entries-export.ts';

interface TransferMenuProps {
  serviceId: string;
  collection: string;
  fields: readonly EntryField[];
  schema: PlainValue | undefined;
  /** Entries to export. */
  query: Partial<EntryQuery>;
  changes: EntryChanges;
}

/** Export of the entries that are found, and import of a file. */
export function TransferMenu(props: TransferMenuProps) {
  const { serviceId, collection, fields, schema, query, changes } = props;
  const refusal = useRefusal(previewEntries);
  const [isImporting, setImporting] = useState(false);
  const exporting = useEntriesExport(serviceId, collection, fields);
  return (
    <>
      <MenuButton
        className={buttonClass('secondary', 'small')}
        align="end"
        disabled={exporting.isPending}
        actions={[
          { label: 'Export as CSV', onSelect: () => exporting.mutate({ format: 'csv', query }) },
          { label: 'Export as JSON', onSelect: () => exporting.mutate({ format: 'json', query }) },
          'separator',
          { label: 'Import …', isDisabled: refusal !== undefined, onSelect: () => setImporting(true) },
        ]}
      >
        <ArrowLeftRight aria-hidden size={14} />
        {exporting.isPending ? `${exporting.exported.toLocaleString('en-US')} received …` : 'Export, import'}
      </MenuButton>
      {isImporting && (
        <ImportDialog
          serviceId={serviceId}
          collection={collection}
          fields={fields}
          allowsOthers={!isPlainObject(schema) || schema['additionalProperties'] !== false}
          changes={changes}
          onClose={() => setImporting(false)}
        />
      )}
      <ErrorDialog error={exporting.error} title="Export failed" onClose={exporting.reset} />
    </>
  );
}
