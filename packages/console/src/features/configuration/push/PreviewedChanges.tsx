import type { PreviewedService } from '@atrium/contract/configuration/push-preview';
import { formatQuantity } from '../../../lib/format.ts';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { LineCounts } from '../import/LineCounts.tsx';
import { PreviewedFiles } from './PreviewedFiles.tsx';

/** The files of one service that a push would change. */
export function PreviewedChanges({ service }: { service: PreviewedService }) {
  const { serviceName, fileCount, files } = service;
  if (fileCount === 0) return <p className="text-sm text-ink-soft">{serviceName}: nothing to push</p>;
  return (
    <Collapsible
      isInitiallyOpen
      className="rounded-control border border-line bg-surface px-3 py-1"
      title={`${serviceName}: ${formatQuantity(fileCount, 'file')}`}
      aside={<LineCounts files={files} />}
    >
      <PreviewedFiles label={`Files of ${serviceName}`} files={files} fileCount={fileCount} />
    </Collapsible>
  );
}
