import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { CallCard } from './CallCard.tsx';
import { CodeCard } from './CodeCard.tsx';
import { DeleteFunction } from './DeleteFunction.tsx';
import { sourceQuery } from './function.queries.ts';
import { sourcePlaceOf } from './function-file.ts';
import { LogCard } from './LogCard.tsx';

interface FunctionViewProps {
  service: Service;
  name: string;
  line?: number | undefined;
}

/** One function: its code, a call of it, and what was called. */
export function FunctionView({ service, name, line }: FunctionViewProps) {
  const source = useQuery(sourceQuery(service.id, sourcePlaceOf(name)));
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
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* A text that was read before stays while it is read again. */}
        {source.data ? (
          <CodeCard serviceId={service.id} name={name} live={source.data} line={line} />
        ) : (
          <Card title="Code">
            <QueryPanel query={source}>{() => null}</QueryPanel>
          </Card>
        )}
        <CallCard serviceId={service.id} name={name} />
      </div>
      <div className="mt-5">
        <LogCard
          serviceId={service.id}
          name={name}
          hrefOf={(one) => paths.service(service.id, { function: one })}
        />
      </div>
    </>
  );
}
