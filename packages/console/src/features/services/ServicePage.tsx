import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { FileView } from './files/FileView.tsx';
import { FunctionView } from './functions/FunctionView.tsx';
import { ServiceTabs } from './ServiceTabs.tsx';
import { servicesQuery } from './service.queries.ts';

/** The parts of the address. */
interface ServicePageProps {
  /** The function to show. */
  name?: string | undefined;
  /** The path of the file to show. */
  file?: string | undefined;
  /** A line of its text. */
  line?: number | undefined;
}

/** Service of the domain: functions, files, versions and logged calls. */
export function ServicePage({ name, file, line }: ServicePageProps) {
  const { serviceId = '', collection }: { serviceId?: string; collection?: string } = useParams({
    strict: false,
  });
  const services = useQuery(servicesQuery());
  return (
    <QueryPanel
      query={services}
      skeleton={<PageSkeleton label="Loading the service" hasHeading cards={['h-24', 'h-96']} />}
    >
      {({ services: all }) => {
        const service = all.find(({ id }) => id === serviceId);
        if (!service) {
          return (
            <>
              <PageHeader title="Service not found" description={`There is no service “${serviceId}”.`} />
              <AppLink href={paths.dashboard()} className={buttonClass()}>
                Go to the overview
              </AppLink>
            </>
          );
        }
        // Services may have functions and files of the same name: a draft and an input belong to one of them.
        const key = `${serviceId}/${name ?? file}`;
        if (name !== undefined) {
          return <FunctionView key={key} service={service} name={name} line={line} />;
        }
        if (file !== undefined) {
          return <FileView key={key} service={service} path={file} line={line} />;
        }
        return <ServiceTabs key={serviceId} service={service} collection={collection} />;
      }}
    </QueryPanel>
  );
}
