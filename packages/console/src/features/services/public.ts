export { liveFilesQuery } from './functions/function.queries.ts';
export { functionOf } from './functions/function-file.ts';
export { ServicesStatus } from './ServicesStatus.tsx';
export { serviceHealthQuery, servicesQuery } from './service.queries.ts';
export { failedParts } from './service-health.ts';
export { useServicesHealth } from './use-services-health.ts';
export { valuesQuery } from './values/value.queries.ts';
