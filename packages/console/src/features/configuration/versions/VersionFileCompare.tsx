import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextCompareDialog } from '../panes/TextCompareDialog.tsx';
import { fileAtQuery } from './version.queries.ts';

interface VersionFileCompareProps {
  serviceId: string;
  /** The path of the file in each version; null where it does not exist. */
  file: { before: string | null; after: string | null };
  versions: { from: number; to: number };
  onClose: () => void;
}

/** A file in two versions, side by side. */
export function VersionFileCompare({ serviceId, file, versions, onClose }: VersionFileCompareProps) {
  const { from, to } = versions;
  const path = file.after ?? file.before ?? '';
  const old = filePlaceOf(file.before ?? path);
  const place = filePlaceOf(path);
  const before = useQuery({ ...fileAtQuery(serviceId, old, from), enabled: file.before !== null });
  const after = useQuery({ ...fileAtQuery(serviceId, place, to), enabled: file.after !== null });
  const error = before.error ?? after.error;
  if (error) return <ErrorDialog error={error} onClose={onClose} />;
  if (before.isLoading || after.isLoading) {
    return (
      <Dialog isOpen size="full" title={path} onClose={onClose}>
        <Skeleton lines={12} label="Loading both versions" />
      </Dialog>
    );
  }
  return (
    <TextCompareDialog
      title={path}
      left={before.data?.content ?? null}
      right={after.data?.content ?? null}
      leftLabel={`Version ${from}`}
      rightLabel={`Version ${to}`}
      name={place.name}
      onClose={onClose}
    />
  );
}
