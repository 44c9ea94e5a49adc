import { isNotFound } from '@atrium/contract/not-found';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';
import type { Service } from '@atrium/contract/services/service';
import type { UseQueryResult } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { MissingCode } from '../history/MissingCode.tsx';
import { ProofCard } from '../proof/ProofCard.tsx';
import { FunctionTriggers } from '../triggers/FunctionTriggers.tsx';
import { CallCard } from './CallCard.tsx';
import { CodeCard } from './CodeCard.tsx';
import { LogCard } from './LogCard.tsx';

interface FunctionWorkProps {
  service: Service;
  name: string;
  line: number | undefined;
  place: FilePlace;
  /** Second place at which a missing function may have been deleted. */
  otherPlace?: FilePlace | undefined;
  source: UseQueryResult<SourceFile>;
}

/** Source of a function, a test call, its tests and its logged calls. */
export function FunctionWork({ service, name, line, place, otherPlace, source }: FunctionWorkProps) {
  const serviceId = service.id;
  // A missing function can be neither called nor proven, but it may be restored.
  const isMissing = source.data === undefined && isNotFound(source.error);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* A text that was read before stays while it is read again. */}
        {source.data ? (
          <CodeCard
            key={place.name}
            serviceId={serviceId}
            place={place}
            label={`the function ${name}`}
            live={source.data}
            line={line}
          />
        ) : (
          <MissingCode service={service} place={place} otherPlace={otherPlace} source={source} />
        )}
        {!isMissing && (
          <div className="grid min-w-0 gap-5">
            <CallCard serviceId={serviceId} name={name} />
            <FunctionTriggers serviceId={serviceId} name={name} />
            {(source.data ?? source.isPending) && (
              <ProofCard
                serviceId={serviceId}
                place={place}
                checksum={source.data?.checksum}
                thing="function"
              />
            )}
          </div>
        )}
      </div>
      <div className="mt-5">
        <LogCard
          serviceId={serviceId}
          name={name}
          hrefOf={(one) => paths.service(serviceId, { function: one })}
        />
      </div>
    </>
  );
}
