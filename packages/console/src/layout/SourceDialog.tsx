import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { endpointQuery } from '../api/endpoint-query.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { SourcePlace } from './source-place.ts';
import { useServiceName } from './use-service-name.ts';

interface SourceDialogProps {
  serviceId: string;
  version: number;
  place: SourcePlace;
  onClose: () => void;
}

/** A file as it was at the version that a test or a call ran, with the line in question marked. */
export function SourceDialog({ serviceId, version, place, onClose }: SourceDialogProps) {
  const nameOf = useServiceName();
  const body = { ...toSourceFileBody(filePlaceOf(place.file)), version };
  // Files of a version never change.
  const source = useQuery({
    ...endpointQuery(exportSourceFile, { body }, { base: serviceUri(serviceId) }),
    staleTime: Infinity,
  });
  const marked = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (source.data) marked.current?.scrollIntoView({ block: 'center' });
  }, [source.data]);
  return (
    <Dialog
      isOpen
      size="large"
      title={place.file}
      description={`${nameOf(serviceId)}, configuration version ${version}`}
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
