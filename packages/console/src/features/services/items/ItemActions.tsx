import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { History, Pencil } from '../../../ui/icons.ts';
import type { MetaItem } from './meta-item.ts';
import { useDeleteItem } from './use-delete-item.tsx';

interface ItemActionsProps {
  serviceId: string;
  item: MetaItem;
  /** `rule confirm-orders`. */
  label: string;
  /** Consequence of the deletion. */
  warning: string;
  onEdit: () => void;
}

/** Leads to the history of the item of a row, edits it or deletes it; one that a form cannot show is edited as text. */
export function ItemActions({ serviceId, item, label, warning, onEdit }: ItemActionsProps) {
  const refusal = useRefusal(editFiles);
  const path = filePathOf(item.place);
  const { removal, isReady } = useDeleteItem({ serviceId, path: itemNameOf(path), label, warning });
  return (
    <span className="flex items-center justify-end">
      <AppLink
        href={paths.service(serviceId, { file: path, tab: 'history' })}
        aria-label={`History of ${label}`}
        title={`History of ${label}`}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-accent-soft hover:text-ink"
      >
        <History aria-hidden size={18} />
      </AppLink>
      {item.fields === undefined ? (
        <AppLink href={paths.service(serviceId, { file: path })} className="link whitespace-nowrap">
          Edit as text
        </AppLink>
      ) : (
        <IconButton
          label={`Edit ${label}`}
          icon={<Pencil aria-hidden size={18} />}
          refusal={refusal}
          onClick={onEdit}
        />
      )}
      <DeleteAction name={label} removal={removal} disabled={!isReady} refusal={refusal} />
    </span>
  );
}
