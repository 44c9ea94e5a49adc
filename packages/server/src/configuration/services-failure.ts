import type { ServiceFailure } from '@atrium/contract/configuration/service-failure';

interface ServiceResult {
  serviceName: string;
  status: 'OK' | 'ERROR';
  error?: ServiceFailure | undefined;
}

/** With which services a change did not succeed, and why; null when it did with all. */
export function failureOfServices(
  results: readonly ServiceResult[],
  done: 'imported' | 'pushed' | 'restored' | 'submitted',
): string | null {
  const failures = results.filter(({ status }) => status === 'ERROR');
  if (failures.length === 0) return null;
  const others = results.filter(({ status }) => status === 'OK');
  return [
    ...failures.map(({ serviceName, error }) => `${serviceName} was not ${done}. ${error?.localizedMessage}`),
    ...others.map(({ serviceName }) => `${serviceName} was ${done}.`),
  ].join(' ');
}
