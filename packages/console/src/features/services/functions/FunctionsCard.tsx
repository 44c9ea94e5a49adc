import { editFiles } from '@atrium/contract/configuration/edit';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { folderOf, isWithin } from '../../../lib/folders.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { FolderTree } from '../../../ui/FolderTree.tsx';
import { Plus } from '../../../ui/icons.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { CreateFunctionDialog } from './CreateFunctionDialog.tsx';
import { costNote } from './cost-note.ts';
import { FunctionFilters, FunctionNotes } from './FunctionFilters.tsx';
import {
  functionCostsQuery,
  functionCountsQuery,
  functionProofsQuery,
  liveFilesQuery,
} from './function.queries.ts';
import { type FunctionRow, functionColumns } from './function-columns.tsx';
import { functionOf } from './function-file.ts';
import { functionFolders } from './function-folders.ts';

/** The name of their list in the address. */
const FUNCTIONS_LIST = 'functions';

/** The folder whose functions are shown, kept in the address; null for all. */
function useFolder() {
  const { search, change } = useAddress();
  const { folder } = search;
  const show = useCallback(
    (next: string | null) =>
      change(
        // Another folder has other pages.
        (before) => ({ ...before, folder: next ?? undefined, [`${FUNCTIONS_LIST}.page`]: undefined }),
        { isReplacing: true },
      ),
    [change],
  );
  return [typeof folder === 'string' ? folder : null, show] as const;
}

/** All functions of a service by folder, with recent calls, costs and test results. */
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
      variant="primary"
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
    <Card
      title="Functions"
      description={<Help topic="functions" />}
      isFlush
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <FunctionFilters
            search={search}
            folder={folder}
            folders={folders}
            onSearch={setSearch}
            onFolder={showFolder}
          />
          {names?.length !== 0 && creating}
        </div>
      }
    >
      <FunctionNotes note={note} problems={problems} />
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
                    hint: 'A function is a piece of JavaScript or TypeScript that this service runs when it is called.',
                    action: creating,
                  }
                : {
                    title: 'No function found',
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

/** Columns of the functions beside their names. All are requested in parallel and rendered as they load. */
function useFunctionRows(serviceId: string, names: readonly string[] | undefined) {
  const auth = useAuth();
  const [mayCall, mayTest] = [mayDo(auth, 'functions.invoke'), mayDo(auth, 'tests.read')];
  const counts = useQuery({ ...functionCountsQuery(serviceId), enabled: mayCall });
  const costs = useQuery(functionCostsQuery(serviceId));
  const proofs = useQuery({ ...functionProofsQuery(serviceId), enabled: mayTest });
  const known = { counts: counts.data, costs: costs.data?.byFunction, proofs: proofs.data };
  const rows = useMemo(
    () =>
      names?.map(
        (name): FunctionRow => ({
          name,
          counts: known.counts ? known.counts.get(name) : null,
          cost: known.costs ? known.costs.get(name) : null,
          proof: known.proofs ? known.proofs.get(name) : null,
        }),
      ),
    [names, known.counts, known.costs, known.proofs],
  );
  return {
    rows,
    has: { log: mayCall && counts.data !== null, proofs: mayTest },
    /** Queries that may fail: each error is shown, and the other columns still render. */
    problems: [counts, costs, proofs],
    note: costs.data && costNote(costs.data, 'functions'),
  };
}
