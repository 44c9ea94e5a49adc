import { ForbiddenError } from '@atrium/host/errors';
import { createRoute } from '@atrium/host/http/route';
import type { Caller, ServiceCaller } from './caller.ts';

interface Callers {
  AUTHENTICATED: Caller;
  ADMIN_ONLY: Caller;
  SERVICE: ServiceCaller;
}

/** Registers an endpoint of the platform, whose handler is given the person or the service that its access asks for. */
export const route = createRoute<Callers>(
  ({ caller, service }) => {
    const signedIn = caller ?? service;
    if (signedIn === undefined) throw new ForbiddenError();
    return signedIn;
  },
  (caller) => ('domainId' in caller ? caller.domainId : caller.serviceId),
);
