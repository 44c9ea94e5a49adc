import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { type FileProof, listProofs, PROOF_STATES, proofStateOf } from '@atrium/contract/test-runs/proof';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { Help } from '../../../layout/Help.tsx';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { proofLabels, RunTestsLink } from '../../test-runs/public.ts';
import { filePage } from '../functions/function-file.ts';
import { LastPassed } from './LastProof.tsx';
import { MissingServices } from './MissingServices.tsx';
import { ProofBadge } from './ProofBadge.tsx';
import { ProofBar } from './ProofBar.tsx';

const OPTIONS = [
  { value: '', label: 'All states' },
  ...PROOF_STATES.map((value) => ({ value, label: proofLabels[value] })),
];

/** Test status of all files of a service, unproven files first. */
export function ProofsCard({ serviceId }: { serviceId: string }) {
  const proofs = useQuery({ ...endpointQuery(listProofs, { query: { serviceId } }), staleTime: 0 });
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return proofs.data?.files.filter(
      (file) =>
        filePathOf(file).toLowerCase().includes(wanted) && (state === '' || proofStateOf(file) === state),
    );
  }, [proofs.data, search, state]);
  const columns = useMemo(() => proofColumns(serviceId), [serviceId]);
  const isFiltered = search !== '' || state !== '';
  const showAll = () => {
    setSearch('');
    setState('');
  };
  return (
    <Card
      title="Proof"
      description={<Help topic="proof" />}
      isFlush
      actions={
        <AppLink href={paths.runTests()} className="link text-sm">
          Run tests
        </AppLink>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-3">
        {proofs.data && <ProofBar files={proofs.data.files} />}
        {proofs.data?.recording === 'NOT_RECORDED' && (
          <Alert title="This service does not say what its tests reach">
            Its tests run as usual. Only tests of other services count here.
          </Alert>
        )}
        <MissingServices ids={proofs.data?.missing ?? []} />
        <div className="flex flex-wrap gap-3">
          <TextField
            type="search"
            label="Search files"
            className="w-80 max-w-full"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Select
            label="State"
            options={OPTIONS}
            value={state}
            onChange={(event) => setState(event.target.value)}
          />
        </div>
      </div>
      <EntityTable<FileProof>
        caption="Proof"
        name="proof"
        search={`${state} ${search}`}
        query={{ ...proofs, data: rows }}
        columns={columns}
        rowKey={filePathOf}
        pageSize={50}
        initialSort={{ columnId: 'state', isDescending: false }}
        empty={
          isFiltered
            ? {
                title: 'No file found',
                hint: 'No file matches.',
                action: <Button onClick={showAll}>Show all files</Button>,
              }
            : {
                hint: 'Files of this service and the tests that reach them will be listed here, once tests have run.',
                action: <RunTestsLink>Choose tests to run</RunTestsLink>,
              }
        }
      />
    </Card>
  );
}

function proofColumns(serviceId: string): TableColumn<FileProof>[] {
  return [
    {
      id: 'path',
      header: 'File',
      isRowHeader: true,
      className: 'wrap-anywhere',
      sortBy: filePathOf,
      cell: (file) => <AppLink href={filePage(serviceId, file)}>{filePathOf(file)}</AppLink>,
    },
    {
      id: 'state',
      header: 'State',
      sortBy: (file) => PROOF_STATES.indexOf(proofStateOf(file)),
      cell: (file) => <ProofBadge proof={file} />,
    },
    {
      id: 'tests',
      header: 'Tests',
      align: 'end',
      sortBy: ({ tests }) => tests,
      cell: ({ tests, failing }) => (failing > 0 ? `${tests}, ${failing} failing` : tests),
    },
    {
      id: 'passed',
      header: 'Last passed like this',
      className: 'whitespace-nowrap',
      sortBy: ({ passed }) => passed?.at ?? '',
      cell: ({ passed }) => (passed === null ? '–' : <LastPassed passed={passed} />),
    },
  ];
}
