import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { metaFileName } from '@atrium/contract/service-api/item-file-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { liveFilesQuery, readFunctionsAgain } from './function.queries.ts';
import { sourcePlaceOf } from './function-file.ts';

/** Deletes the source and the metadata of a function, after the question. */
export function DeleteFunction({ serviceId, name }: { serviceId: string; name: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const source = sourcePlaceOf(name);
  const meta = { ...source, name: metaFileName(source.name.slice(0, -'.js'.length)) };
  const wanted = [source, meta].map(filePathOf);
  const { data } = useQuery(liveFilesQuery(serviceId));
  const files = data?.files.filter((file) => wanted.includes(filePathOf(file))) ?? [];
  const removing = useRemove(editFiles, {
    request: {
      params: { serviceId },
      body: {
        files: files.map(({ folderPath, name: file, checksum }) => {
          return { folderPath, name: file, content: null, checksum };
        }),
        message: `Delete the function ${name}`,
      },
    },
    invalidates: [],
    title: 'Delete function',
    question: `Delete the function ${name}? Programs that call it get an error from then on. It can be brought back from the backups.`,
    onRemoved: () => {
      void navigate({ href: paths.service(serviceId) });
      void readFunctionsAgain(client, serviceId);
    },
  });
  if (!mayDo(useAuth(), 'configuration.write')) return null;
  return (
    <>
      <Button icon={<Trash2 aria-hidden size={16} />} disabled={files.length === 0} onClick={removing.ask}>
        Delete function
      </Button>
      <RemoveDialog removal={removing} />
    </>
  );
}
