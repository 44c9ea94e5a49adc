import type { Service } from '@atrium/contract/services/service';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { PullLink } from '../../../layout/PullLink.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ServiceState } from '../ServiceState.tsx';
import { HealthStrip } from './HealthStrip.tsx';
import { LiveFacts } from './LiveFacts.tsx';

/** How a service is and was, what is live in it, and the ways to git. */
export function ServiceHead({ service }: { service: Service }) {
  const [, openDialog] = useAddressed('dialog');
  const mayExchange = mayDo(useAuth(), 'configuration.exchange');
  return (
    <>
      <PageHeader
        title={service.name}
        description={<ServiceState service={service} />}
        actions={
          mayExchange && (
            <>
              <PullLink />
              <Button onClick={() => openDialog('git-push')}>Push to git</Button>
            </>
          )
        }
      />
      <div className="mb-5 grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <LiveFacts serviceId={service.id} />
        <HealthStrip serviceId={service.id} />
      </div>
    </>
  );
}
