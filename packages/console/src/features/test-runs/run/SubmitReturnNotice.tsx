import { getSubmitReturn, type SubmitReturn } from '@atrium/contract/test-runs/submit-return';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { submitReturnText } from './submit-return-text.ts';

const POLL_MS = 1000;

/** Status of the submit before a run, if a failed test is to revert it. */
export function SubmitReturnNotice({ runId }: { runId: string }) {
  const mayRead = mayDo(useAuth(), 'configuration.read');
  const found = useQuery({
    ...endpointQuery(getSubmitReturn, { params: { runId } }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
  });
  if (!found.data) return null;
  const { kind, title, text } = submitReturnText(found.data);
  const { state, services, pullId } = found.data;
  const isBack = state === 'RETURNED' || state === 'REFUSED';
  return (
    <div className="mb-4">
      <Alert
        kind={kind}
        title={title}
        actions={
          isBack && (
            <span className="flex flex-wrap gap-x-4 gap-y-1">
              {pullId !== null && (
                <AppLink href={paths.gitPull({ uuid: pullId, step: 'diff', draft: runId })} className="link">
                  Continue this merge
                </AppLink>
              )}
              {services.map(({ serviceId, serviceName }) => (
                <AppLink
                  key={serviceId}
                  href={paths.service(serviceId, { tab: 'versions' })}
                  className="link"
                >
                  Versions of {serviceName}
                </AppLink>
              ))}
            </span>
          )
        }
      >
        {text}
      </Alert>
    </div>
  );
}

const isOpen = (found: SubmitReturn | undefined) =>
  found?.state === 'WAITING' || found?.state === 'RETURNING';
