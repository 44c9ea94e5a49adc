import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { FunctionsCard } from './functions/FunctionsCard.tsx';
import { FunctionView } from './functions/FunctionView.tsx';
import { LogCard } from './functions/LogCard.tsx';
import { servicesQuery } from './service.queries.ts';

interface ServicePageProps {
  /** The function to show; the list of all without one. */
  name?: string | undefined;
  /** A line of its source. */
  line?: number | undefined;
}

/** What a service runs for the domain: its functions, their calls and the log. */
export function ServicePage({ name, line }: ServicePageProps) {
  const { serviceId = '' }: { serviceId?: string } = useParams({ strict: false });
  const services = useQuery(servicesQuery());
  return (
    <QueryPanel query={services}>
      {({ services: all }) => {
        const service = all.find(({ id }) => id === serviceId);
        if (!service) {
          return <PageHeader title="Service not found" description={`There is no service “${serviceId}”.`} />;
        }
        if (name !== undefined) {
          return <FunctionView key={name} service={service} name={name} line={line} />;
        }
        return (
          <>
            <PageHeader
              title={`Functions of ${service.name}`}
              description="Write functions, call them, and see what was called."
            />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <FunctionsCard serviceId={serviceId} />
              <LogCard serviceId={serviceId} hrefOf={(one) => paths.service(serviceId, { function: one })} />
            </div>
          </>
        );
      }}
    </QueryPanel>
  );
}
