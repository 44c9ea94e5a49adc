import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Columns2 } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { type ImportItem, type ItemOption, type ItemState, itemStateLabels } from './import-items.ts';
import { itemChoices } from './item-choices.ts';

interface ImportItemTableProps {
  serviceName: string;
  items: readonly ImportItem[];
  optionOf: (item: ImportItem) => ItemOption;
  isReadOnly: boolean;
  onOption: (item: ImportItem, option: ItemOption) => void;
  onCompare: (item: ImportItem) => void;
  /** Shows unchanged items too; undefined if they are shown or don't exist. */
  onShowUnchanged: (() => void) | undefined;
}

const tones: Record<ItemState, BadgeTone> = {
  unchanged: 'neutral',
  changed: 'note',
  changedWithData: 'note',
  onlyLocal: 'danger',
  new: 'ok',
  newWithData: 'ok',
  duplicate: 'warn',
};

/** Table of a service's items with an option for each. */
export function ImportItemTable(props: ImportItemTableProps) {
  const { serviceName, items, optionOf, isReadOnly, onOption, onCompare, onShowUnchanged } = props;
  return (
    <VirtualTable
      caption={`Items of ${serviceName}`}
      rows={items}
      rowKey={({ key }) => key}
      rowHeight={56}
      minWidth="52rem"
      isStacking
      emptyHint={
        onShowUnchanged
          ? 'Every item is the same on both sides.'
          : 'Neither side has an item of this service.'
      }
      emptyAction={onShowUnchanged && <Button onClick={onShowUnchanged}>Show unchanged items</Button>}
      className="max-h-[28rem]"
      columns={[
        {
          id: 'name',
          header: 'Item',
          isRowHeader: true,
          width: 'minmax(14rem, 3fr)',
          sortBy: ({ fullPath }) => fullPath,
          cell: ({ fullPath }) => <span title={fullPath}>{fullPath}</span>,
        },
        {
          id: 'state',
          header: 'State',
          width: '12.5rem',
          sortBy: ({ state }) => state,
          cell: ({ state }) => <Badge tone={tones[state]}>{itemStateLabels[state]}</Badge>,
        },
        {
          id: 'option',
          header: 'Choice',
          width: '16rem',
          cell: (item) => (
            <Select
              label={`Choice for ${item.fullPath}`}
              isLabelHidden
              options={itemChoices(item)}
              value={optionOf(item)}
              disabled={isReadOnly}
              onChange={(event) => onOption(item, event.target.value as ItemOption)}
            />
          ),
        },
        {
          id: 'compare',
          header: 'Actions',
          isHeaderHidden: true,
          width: '9rem',
          cell: (item) => (
            <Button
              size="small"
              aria-label={`Compare ${item.fullPath}`}
              icon={<Columns2 aria-hidden size={16} />}
              onClick={() => onCompare(item)}
            >
              Compare
            </Button>
          ),
        },
      ]}
    />
  );
}
