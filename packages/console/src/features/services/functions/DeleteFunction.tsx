import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { itemNameOf } from '@atrium/contract/service-api/item-file-names';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { useDeleteItem } from '../items/use-delete-item.tsx';
import { sourcePlaceOf } from './function-file.ts';

/** Deletes the source and the metadata of a function, after the question. */
export function DeleteFunction({ serviceId, name }: { serviceId: string; name: string }) {
  const navigate = useNavigate();
  const { removal, isReady } = useDeleteItem({
    serviceId,
    path: itemNameOf(filePathOf(sourcePlaceOf(name))),
    label: `function ${name}`,
    warning: 'Programs that call it get an error from then on.',
    onRemoved: () => void navigate({ href: paths.service(serviceId) }),
  });
  const refusal = useRefusal(editFiles);
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden size={16} />}
        disabled={!isReady}
        refusal={refusal}
        onClick={removal.ask}
      >
        Delete function
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
