import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { CodeCard } from '../functions/CodeCard.tsx';
import { sourceQuery } from '../functions/function.queries.ts';
import { FileTabs } from '../history/FileTabs.tsx';
import { MissingCode } from '../history/MissingCode.tsx';
import { ProofCard } from '../proof/ProofCard.tsx';

interface FileViewProps {
  service: Service;
  path: string;
  line?: number | undefined;
}

/** File of the live configuration: viewer, editor and line history. */
export function FileView({ service, path, line }: FileViewProps) {
  const place = filePlaceOf(path);
  const source = useQuery(sourceQuery(service.id, place));
  const code = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {/* A text that was read before stays while it is read again. */}
      {source.data ? (
        <CodeCard
          serviceId={service.id}
          place={place}
          label={`the file ${path}`}
          live={source.data}
          line={line}
        />
      ) : (
        <MissingCode service={service} place={place} source={source} />
      )}
      {(source.data ?? source.isPending) && (
        <ProofCard serviceId={service.id} place={place} checksum={source.data?.checksum} thing="file" />
      )}
    </div>
  );
  return (
    <>
      <PageHeader
        title={path}
        description={
          <AppLink href={paths.service(service.id, { tab: 'files' })} className="link">
            All files of {service.name}
          </AppLink>
        }
      />
      <FileTabs title={path} serviceId={service.id} place={place} source={source} code={code} />
    </>
  );
}
