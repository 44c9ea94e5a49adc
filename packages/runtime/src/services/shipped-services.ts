import type { ServiceRegistration } from '@atrium/contract/service-api/registration';

const tests = { metric: 'test', description: 'Tests that were run' };

/** What the services that ship with the platform say of themselves. */
export const shippedServices: readonly ServiceRegistration[] = [
  {
    id: 'hyper-dispatch',
    name: 'Hyper Dispatch',
    group: 'Functions',
    description: 'Runs functions, called over HTTP or by events through rules.',
    api: 1,
    hasUi: false,
    metrics: [
      { metric: 'invoke', description: 'Functions called over HTTP' },
      { metric: 'event', description: 'Functions called by events' },
      { metric: 'call', description: 'Functions called by functions' },
      tests,
    ],
  },
  {
    id: 'content',
    name: 'Content',
    group: 'Content',
    description: 'Keeps collections of documents, checked by a schema.',
    api: 1,
    hasUi: false,
    metrics: [
      { metric: 'query', description: 'Reads of entries' },
      { metric: 'write', description: 'Changes of entries' },
      { metric: 'invoke', description: 'Functions called over HTTP' },
      tests,
    ],
  },
];
