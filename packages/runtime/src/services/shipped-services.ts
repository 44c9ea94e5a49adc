import type { ServiceRegistration } from '@atrium/contract/service-api/registration';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';

const fetches = { metric: 'fetch', description: 'Requests of functions to other hosts' };
const background = [
  { metric: 'event', description: 'Function calls by events' },
  { metric: 'schedule', description: 'Function calls by schedules' },
  { metric: 'queue', description: 'Queued function calls' },
  { metric: 'mail', description: 'Mails of functions' },
];
const tests = { metric: 'test', description: 'Tests that were run' };

/** Descriptions that the shipped services register. */
export const shippedServices: readonly ServiceRegistration[] = [
  {
    ...SHIPPED_SERVICES.hyperDispatch,
    description: 'Runs functions, called over HTTP or by events through rules.',
    api: 1,
    hasUi: false,
    metrics: [
      { metric: 'invoke', description: 'Function calls over HTTP' },
      { metric: 'event', description: 'Function calls by events' },
      { metric: 'public', description: 'Function calls at addresses' },
      ...background,
      { metric: 'call', description: 'Function calls by other functions' },
      fetches,
      tests,
    ],
  },
  {
    ...SHIPPED_SERVICES.content,
    description: 'Keeps collections of documents, checked by a schema.',
    api: 1,
    hasUi: false,
    metrics: [
      { metric: 'query', description: 'Reads of entries' },
      { metric: 'write', description: 'Changes to entries' },
      { metric: 'invoke', description: 'Function calls over HTTP' },
      { metric: 'public', description: 'Function calls at addresses' },
      fetches,
      ...background,
      tests,
    ],
  },
];
