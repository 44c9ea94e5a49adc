import { BulkAction } from '@atrium/contract/configuration/diff-file';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { bulkActionLabels } from '../files/labels.ts';
import { TextCompareDialog } from '../panes/TextCompareDialog.tsx';
import { ITEM_TEXT_NAME, itemText } from '../versions/item-text.ts';
import { bulkOption, MERGING_SERVICE } from './bulk-option.ts';
import { DiffTablesDialog } from './DiffTablesDialog.tsx';
import { ImportItemTable } from './ImportItemTable.tsx';
import type { ImportItem } from './import-items.ts';
import type { ItemOptions, ServiceImport } from './use-import.ts';

interface ImportServiceSectionProps {
  service: ServiceImport;
  /** Choices are disabled during a submit, because they would not be sent. */
  isSubmitting: boolean;
  onOptions: (options: ItemOptions) => void;
  onSent: (isSent: boolean) => void;
  /** Result of the submit. */
  children: ReactNode;
}

/** Renders a service of the import dialog. Its choices are disabled once it is submitted. */
export function ImportServiceSection(props: ImportServiceSectionProps) {
  const { service, isSubmitting, onOptions, onSent, children } = props;
  const { result, items, optionOf, isSent, isDone } = service;
  const [isShown, setShown] = useState(result.showBody);
  const [isUnchangedShown, setUnchangedShown] = useState(false);
  const [collection, setCollection] = useState('');
  const [compared, setCompared] = useState<ImportItem | null>(null);
  const [isTablesOpen, setTablesOpen] = useState(false);
  const collections = useMemo(() => [...new Set(items.map((item) => item.collection))].sort(), [items]);
  const actions = BulkAction.options.filter(
    (action) => result.serviceId === MERGING_SERVICE || action === 'KEEP_LOCAL' || action === 'APPLY_REMOTE',
  );
  const changed = items.filter(({ state }) => state !== 'unchanged');
  const inScope = collection === '' ? items : items.filter((item) => item.collection === collection);
  return (
    <Card
      isFlush
      level={3}
      title={
        <Checkbox
          label={
            <>
              {' '}
              Include {result.name}{' '}
              {!isDone && (
                <span className="font-normal text-ink-soft">
                  ({changed.length} of {items.length} items differ)
                </span>
              )}
            </>
          }
          checked={isSent}
          disabled={isDone || isSubmitting}
          onChange={(event) => onSent(event.target.checked)}
        />
      }
      actions={
        <span className="flex flex-wrap items-center gap-3">
          <Button size="small" onClick={() => setTablesOpen(true)} disabled={changed.length === 0}>
            Diff tables
          </Button>
          <Switch label="Show items" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        </span>
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        <div className="flex flex-col gap-2 px-4 empty:hidden">{children}</div>
        {isShown && (
          <>
            <div className="flex flex-wrap items-end gap-2 px-4">
              {!isDone && (
                <>
                  <Select
                    label="Apply to"
                    placeholder="The whole service"
                    className="min-w-40"
                    options={collections.map((name) => ({ value: name, label: name }))}
                    value={collection}
                    onChange={(event) => setCollection(event.target.value)}
                  />
                  {actions.map((action) => (
                    <Button
                      key={action}
                      disabled={isSubmitting}
                      onClick={() =>
                        onOptions(
                          Object.fromEntries(
                            inScope.map((item) => [item.key, bulkOption(action, item.state)]),
                          ),
                        )
                      }
                    >
                      {bulkActionLabels[action]}
                    </Button>
                  ))}
                </>
              )}
              <Checkbox
                label="Show unchanged items"
                checked={isUnchangedShown}
                onChange={(event) => setUnchangedShown(event.target.checked)}
              />
            </div>
            <ImportItemTable
              serviceName={result.name}
              items={isUnchangedShown ? items : changed}
              optionOf={optionOf}
              isReadOnly={isDone || isSubmitting}
              onOption={(item, option) => onOptions({ [item.key]: option })}
              onCompare={setCompared}
              onShowUnchanged={
                isUnchangedShown || items.length === 0 ? undefined : () => setUnchangedShown(true)
              }
            />
          </>
        )}
      </div>
      {compared && (
        <TextCompareDialog
          title={`${result.name}: ${compared.fullPath}`}
          left={itemText(compared.collection, compared.local)}
          right={itemText(compared.collection, compared.remote)}
          leftLabel="Local (live)"
          rightLabel={result.commitSha ? `Remote (${result.commitSha.slice(0, 10)})` : 'Upload'}
          name={ITEM_TEXT_NAME}
          onClose={() => setCompared(null)}
        />
      )}
      {isTablesOpen && (
        <DiffTablesDialog result={result} items={changed} onClose={() => setTablesOpen(false)} />
      )}
    </Card>
  );
}
