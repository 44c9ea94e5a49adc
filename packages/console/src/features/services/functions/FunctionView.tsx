import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { FileTabs } from '../history/FileTabs.tsx';
import type { FileParts } from '../history/file-parts.ts';
import { DeleteFunction } from './DeleteFunction.tsx';
import { FunctionWork } from './FunctionWork.tsx';
import { sourceQuery } from './function.queries.ts';
import { sourcePlaceOf } from './function-file.ts';
import { StoppedNotice } from './StoppedNotice.tsx';

interface FunctionViewProps {
  service: Service;
  name: string;
  line?: number | undefined;
  parts: FileParts;
}

/** One function: to read, change and call it, and where its lines come from. */
export function FunctionView({ service, name, line, parts }: FunctionViewProps) {
  const place = sourcePlaceOf(name);
  const source = useQuery(sourceQuery(service.id, place));
  return (
    <>
      <PageHeader
        title={name}
        description={
          <AppLink href={paths.service(service.id)} className="link">
            All functions of {service.name}
          </AppLink>
        }
        actions={source.data && <DeleteFunction serviceId={service.id} name={name} />}
      />
      <StoppedNotice serviceId={service.id} name={name} />
      <FileTabs
        title={name}
        serviceId={service.id}
        place={place}
        source={source}
        parts={parts}
        code={<FunctionWork service={service} name={name} line={line} source={source} parts={parts} />}
      />
    </>
  );
}
