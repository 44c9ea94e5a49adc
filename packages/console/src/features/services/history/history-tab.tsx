import type { FilePlace } from '@atrium/contract/service-api/configuration-file';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FileParts } from './file-parts.ts';
import { HistoryCard } from './HistoryCard.tsx';

interface HistoryTab {
  serviceId: string;
  place: FilePlace;
  source: UseQueryResult;
  parts: FileParts;
}

/** The history beside the code of a file; none of a file that is not there. */
export function historyTab({ serviceId, place, source, parts }: HistoryTab) {
  if (source.isLoadingError) return [];
  const content = <HistoryCard serviceId={serviceId} place={place} parts={parts} />;
  return [{ value: 'history' as const, label: 'History', content }];
}
