import type { ComparedFile } from '@atrium/contract/configuration/comparison';
import { filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextCompareDialog } from '../diff/TextCompareDialog.tsx';
import { fileAtQuery } from './version.queries.ts';

interface VersionFileCompareProps {
  serviceId: string;
  file: ComparedFile;
  versions: { from: number; to: number };
  onClose: () => void;
}

/** A file in two versions, side by side. */
export function VersionFileCompare({ serviceId, file, versions, onClose }: VersionFileCompareProps) {
  const { from, to } = versions;
  const old = filePlaceOf(file.oldFilePath ?? file.filePath);
  const before = useQuery({ ...fileAtQuery(serviceId, old, from), enabled: file.before !== null });
  const after = useQuery({ ...fileAtQuery(serviceId, file, to), enabled: file.after !== null });
  const error = before.error ?? after.error;
  if (error) return <ErrorDialog error={error} onClose={onClose} />;
  if (before.isLoading || after.isLoading) {
    return (
      <Dialog isOpen size="full" title={file.filePath} onClose={onClose}>
        <Skeleton lines={12} label="Loading both versions" />
      </Dialog>
    );
  }
  return (
    <TextCompareDialog
      title={file.filePath}
      left={before.data?.content ?? null}
      right={after.data?.content ?? null}
      leftLabel={`Version ${from}`}
      rightLabel={`Version ${to}`}
      name={file.name}
      onClose={onClose}
    />
  );
}
