import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import type { Service } from '@atrium/contract/services/service';
import { useNavigate } from '@tanstack/react-router';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Trash2 } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { FileTabs } from '../history/FileTabs.tsx';
import { useDeleteItem } from '../items/use-delete-item.tsx';
import { MissingForFunction } from '../values/MissingForFunction.tsx';
import { FunctionWork } from './FunctionWork.tsx';
import { sourcePlaceOf } from './function-file.ts';
import { StoppedNotice } from './StoppedNotice.tsx';
import { useSource } from './use-source.ts';

interface FunctionViewProps {
  service: Service;
  name: string;
  line?: number | undefined;
}

/** Function: viewer, editor, test call and line history. */
export function FunctionView({ service, name, line }: FunctionViewProps) {
  const { place, otherPlace, source } = useSource(service.id, name);
  return (
    <>
      <PageHeader
        title={name}
        description={
          <AppLink href={paths.service(service.id)} className="link">
            All functions
          </AppLink>
        }
        actions={source.data && <DeleteFunction serviceId={service.id} name={name} />}
      />
      <StoppedNotice serviceId={service.id} name={name} />
      <MissingForFunction serviceId={service.id} name={name} />
      <FileTabs
        title={name}
        serviceId={service.id}
        place={place}
        source={source}
        code={
          <FunctionWork
            service={service}
            name={name}
            line={line}
            place={place}
            otherPlace={otherPlace}
            source={source}
          />
        }
      />
    </>
  );
}

/** Deletes the source and the metadata of a function, after the question. */
function DeleteFunction({ serviceId, name }: { serviceId: string; name: string }) {
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
