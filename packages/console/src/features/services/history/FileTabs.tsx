import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { HistoryCard } from './HistoryCard.tsx';

interface FileTabsProps {
  /** Title of the page, such as the path of the file. */
  title: string;
  serviceId: string;
  place: FilePlace;
  source: UseQueryResult;
  code: ReactNode;
}

/** Tabs for the code of a file and its history, if any; the address holds the selected tab. */
export function FileTabs({ title, serviceId, place, source, code }: FileTabsProps) {
  const [tab, setTab] = useAddressed('tab');
  const history = <HistoryCard serviceId={serviceId} place={place} />;
  return (
    <Tabs
      label={`Parts of ${title}`}
      value={tab === 'history' && !source.isLoadingError ? tab : 'code'}
      onChange={(next) => setTab(next === 'code' ? undefined : next)}
      tabs={[
        { value: 'code', label: 'Code', content: code },
        // None of a file that is not there.
        ...(source.isLoadingError ? [] : [{ value: 'history' as const, label: 'History', content: history }]),
      ]}
    />
  );
}
