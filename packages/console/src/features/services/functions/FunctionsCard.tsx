import { editFiles } from '@atrium/contract/configuration/edit';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { folderOf, isWithin } from '../../../lib/folders.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { FolderTree } from '../../../ui/FolderTree.tsx';
import { CreateFunctionDialog } from './CreateFunctionDialog.tsx';
import { FunctionFilters } from './FunctionFilters.tsx';
import { liveFilesQuery } from './function.queries.ts';
import { functionColumns } from './function-columns.tsx';
import { functionOf } from './function-file.ts';
import { functionFolders } from './function-folders.ts';
import { FUNCTIONS_LIST, useFolder } from './use-folder.ts';
import { useFunctionRows } from './use-function-rows.ts';

/** All functions of a service by folder, with how they did in the last days. */
export function FunctionsCard({ serviceId }: { serviceId: string }) {
  const files = useQuery(liveFilesQuery(serviceId));
  const [search, setSearch] = useState('');
  const [folder, showFolder] = useFolder();
  const [created, setCreated] = useAddressed('create');
  const names = useMemo(() => files.data?.files.flatMap((file) => functionOf(file) ?? []), [files.data]);
  const folders = useMemo(() => functionFolders(names ?? []), [names]);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const shown = useMemo(
    () =>
      names?.filter(
        (name) =>
          name.toLowerCase().includes(wanted) && (folder === null || isWithin(folderOf(name), folder)),
      ),
    [names, wanted, folder],
  );
  const { rows, has, problems, note } = useFunctionRows(serviceId, shown);
  const columns = useMemo(
    () => functionColumns(serviceId, { log: has.log, proofs: has.proofs }),
    [serviceId, has.log, has.proofs],
  );
  const refusal = useRefusal(editFiles);
  const creating = (
    <Button
      look="primary"
      icon={<Plus aria-hidden size={16} />}
      refusal={refusal}
      onClick={() => setCreated('function')}
    >
      New function
    </Button>
  );
  const showAll = () => {
    setSearch('');
    showFolder(null);
  };
  return (
    <Card title="Functions" description={<Help topic="functions" />} isFlush actions={creating}>
      <FunctionFilters
        search={search}
        folder={folder}
        folders={folders}
        note={note}
        problems={problems}
        onSearch={setSearch}
        onFolder={showFolder}
      />
      <div
        className={
          folders.length > 0 ? 'border-t border-line xl:grid xl:grid-cols-[minmax(11rem,15rem)_1fr]' : ''
        }
      >
        {folders.length > 0 && (
          <div className="border-r border-line max-xl:hidden">
            <FolderTree
              label="Folders of functions"
              nodes={folders}
              note={({ count }) => <span className="tabular text-xs text-ink-soft">{count}</span>}
              shown={folder}
              onShow={showFolder}
            />
          </div>
        )}
        <div className="min-w-0">
          <EntityTable
            caption="Functions"
            name={FUNCTIONS_LIST}
            search={wanted}
            query={{ ...files, data: rows }}
            columns={columns}
            rowKey={({ name }) => name}
            pageSize={50}
            initialSort={{ columnId: 'name', isDescending: false }}
            empty={
              names?.length === 0
                ? {
                    hint: 'A function is a piece of JavaScript that this service runs when it is called.',
                    action: creating,
                  }
                : {
                    hint: 'No function here has this text in its name.',
                    action: <Button onClick={showAll}>Show all functions</Button>,
                  }
            }
          />
        </div>
      </div>
      {created === 'function' && refusal === undefined && (
        <CreateFunctionDialog
          serviceId={serviceId}
          taken={names ?? []}
          onClose={() => setCreated(undefined)}
        />
      )}
    </Card>
  );
}
