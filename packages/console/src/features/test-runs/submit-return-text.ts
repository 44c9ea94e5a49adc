import type { SubmitReturn } from '@atrium/contract/test-runs/submit-return';

interface ReturnText {
  kind: 'note' | 'success' | 'warning';
  title: string;
  text: string;
}

/** What a notice says about a submit that is returned if a test fails. */
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
        title: 'A test failed, and everything that was submitted has been returned.',
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
        title: 'A test failed, but the changes could not be returned.',
        text: `${reason ?? ''} Look at the versions of each service and return those that should go back.`,
      };
  }
}

/** Services go back one after the other: what is back and what is not yet, also if a process died in between. */
function returningText(services: SubmitReturn['services']): string {
  const done = services.filter(({ returned }) => returned !== null);
  const left = services.filter(({ returned }) => returned === null);
  const going = left.map(({ serviceName, before }) => `${serviceName} to version ${before}`).join(', ');
  const returning = left.length === 0 ? 'Noting that everything is back …' : `Returning ${going} …`;
  const mixed = done.map(
    ({ serviceName, before }) => `${serviceName} has the files of version ${before} again`,
  );
  const standing = mixed.length > 0 ? ` ${mixed.join(', ')}.` : '';
  const promise =
    services.length > 1
      ? ' Until all are back they do not belong together; if a part fails, all go forward again.'
      : '';
  return `${returning}${standing}${promise}`;
}
