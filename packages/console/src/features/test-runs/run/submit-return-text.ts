import type { SubmitReturn } from '@atrium/contract/test-runs/submit-return';

interface ReturnText {
  kind: 'note' | 'success' | 'warning';
  title: string;
  text: string;
}

/** Returns the notice about a submit that a failed test reverts. */
export function submitReturnText({ state, reason, services }: Omit<SubmitReturn, 'pullId'>): ReturnText {
  const back = services.map(({ serviceName, before }) => `${serviceName} to version ${before}`).join(', ');
  switch (state) {
    case 'WAITING':
      return {
        kind: 'note',
        title: 'Your changes are live and being tested.',
        text: `If a test fails, the platform returns ${back}. This page can be closed meanwhile.`,
      };
    case 'RETURNING':
      return { kind: 'warning', title: 'A test failed.', text: returningText(services) };
    case 'RETURNED':
      return {
        kind: 'warning',
        title: 'A test failed, and every service of the submit was returned to the version before.',
        text: services
          .map(
            ({ serviceName, before, returned }) =>
              `${serviceName} has the files of version ${before} again, as version ${returned}.`,
          )
          .join(' '),
      };
    case 'KEPT':
      return { kind: 'success', title: 'Your changes stay live.', text: reason ?? '' };
    case 'REFUSED':
      return {
        kind: 'warning',
        title: 'A test failed, but the services could not be returned to the versions before.',
        text: `${reason ?? ''} Open the versions of each service and return to the one you want.`,
      };
  }
}

/** Services are reverted one at a time; the text lists reverted and pending ones, even after a process died. */
function returningText(services: SubmitReturn['services']): string {
  const done = services.filter(({ returned }) => returned !== null);
  const left = services.filter(({ returned }) => returned === null);
  const going = left.map(({ serviceName, before }) => `${serviceName} to version ${before}`).join(', ');
  const returning = left.length === 0 ? 'Finishing …' : `Returning ${going} …`;
  const mixed = done.map(
    ({ serviceName, before }) => `${serviceName} has the files of version ${before} again`,
  );
  const standing = mixed.length > 0 ? ` ${mixed.join(', ')}.` : '';
  const promise =
    services.length > 1
      ? ' Until then the services do not match each other. If one cannot be returned, the submitted versions are made live again.'
      : '';
  return `${returning}${standing}${promise}`;
}
