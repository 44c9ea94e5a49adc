import { consolePaths } from '@atrium/contract/console-paths';
import { listServiceTests } from '@atrium/contract/service-api/tests';
import { toTestId } from '@atrium/contract/test-runs/test';
import type { RunnableTests, ServiceTests } from '@atrium/contract/test-runs/test-run';
import { NotFoundError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import type { ServiceClient } from '../services/service-client.ts';
import type { RegisteredService, Services } from '../services/services.service.ts';

const LIST_TIMEOUT_MS = 10_000;

/** Asks every service for the tests of the domain. One that cannot answer is listed with its reason. */
export async function listAllTests(services: Services, caller: Caller): Promise<ServiceTests[]> {
  const client = services.getClient(caller);
  const registered = await services.listRegistered();
  const groups = await Promise.all(registered.map((service) => listTestsOf(client, service)));
  return groups.filter((group) => group !== undefined);
}

/** The tests there are, as a run that has not been run. */
export async function listRunnable(services: Services, caller: Caller): Promise<RunnableTests> {
  const servicesTests = await listAllTests(services, caller);
  return { runId: null, status: null, strategy: 'EXECUTE_ALL', userId: null, servicesTests };
}

async function listTestsOf(
  client: ServiceClient,
  service: RegisteredService,
): Promise<ServiceTests | undefined> {
  const serviceId = service.id;
  try {
    const { version, tests } = await client.call(
      serviceId,
      listServiceTests,
      {},
      { timeoutMs: LIST_TIMEOUT_MS },
    );
    return {
      serviceId,
      version,
      error: null,
      tests: tests.map((test) => {
        const id = toTestId(serviceId, test.id);
        return {
          id,
          fullPath: test.fullPath,
          link: consolePaths.runTests({ test: id }),
          serviceId,
          serviceTag: service.info.be?.tag ?? null,
          action: test.disabled ? 'SKIP' : 'RUN',
          status: null,
          failureKind: null,
          duration: null,
        };
      }),
    };
  } catch (error) {
    // A service need not offer tests.
    if (error instanceof NotFoundError) return undefined;
    return { serviceId, version: null, tests: [], error: (error as Error).message };
  }
}
