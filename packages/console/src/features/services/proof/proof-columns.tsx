import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { type FileProof, PROOF_STATES, proofStateOf } from '@atrium/contract/test-runs/proof';
import { AppLink } from '../../../ui/AppLink.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { filePage } from '../functions/function-file.ts';
import { LastPassed } from './LastProof.tsx';
import { ProofBadge } from './ProofBadge.tsx';

export function proofColumns(serviceId: string): TableColumn<FileProof>[] {
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
