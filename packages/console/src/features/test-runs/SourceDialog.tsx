import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { sourceFileQuery } from './test-runs.queries.ts';

export interface SourcePlace {
  /** Path of the file in the service. */
  file: string;
  line?: number | undefined;
}

interface SourceDialogProps {
  serviceId: string;
  version: number;
  place: SourcePlace;
  onClose: () => void;
}

/** A file as it was at the version that a test ran against, with the line in question marked. */
export function SourceDialog({ serviceId, version, place, onClose }: SourceDialogProps) {
  const source = useQuery(sourceFileQuery(serviceId, place.file, version));
  const marked = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (source.data) marked.current?.scrollIntoView({ block: 'center' });
  }, [source.data]);
  return (
    <Dialog
      isOpen
      size="large"
      title={place.file}
      description={`${serviceId}, configuration version ${version}`}
      onClose={onClose}
    >
      {source.isError && (
        <ErrorAlert
          error={source.error}
          title="Could not fetch file source"
          onRetry={() => void source.refetch()}
        />
      )}
      {source.isPending && <Skeleton lines={8} />}
      {source.data && (
        <div tabIndex={0} role="group" aria-label="Source" className="overflow-x-auto font-mono text-xs">
          <table className="w-full border-collapse">
            <tbody>
              {source.data.content.split('\n').map((text, index) => {
                const isMarked = index + 1 === place.line;
                return (
                  <tr
                    key={index}
                    ref={isMarked ? marked : undefined}
                    aria-current={isMarked || undefined}
                    className={classNames(isMarked && 'bg-danger-soft')}
                  >
                    <td className="tabular w-1 pr-3 pl-2 text-right text-ink-soft select-none">
                      {index + 1}
                    </td>
                    <td className="whitespace-pre">{text}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
