import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { listProofs } from '@atrium/contract/test-runs/proof';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { proofText } from '../../../lib/proof-text.ts';
import type { DiffFile } from './service-diffs.ts';

/** What tests prove of the live content of a file, in words; undefined where nothing is known or nothing is live. */
export function useFileProofs(serviceId: string): (file: DiffFile) => string | undefined {
  const isAllowed = mayDo(useAuth(), 'tests.read');
  const { data } = useQuery({ ...endpointQuery(listProofs, { query: { serviceId } }), enabled: isAllowed });
  const known = useMemo(() => new Map(data?.files.map((proof) => [filePathOf(proof), proof])), [data]);
  return ({ local }) => {
    const proof = local ? known.get(local.filePath) : undefined;
    if (proof === undefined || proof.checksum !== local?.checksum || data?.recording === 'NOT_RECORDED')
      return undefined;
    return `Live: ${proofText(proof, new Date())}`;
  };
}
