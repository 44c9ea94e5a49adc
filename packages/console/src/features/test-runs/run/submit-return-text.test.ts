import { expect, test } from 'vitest';
import { submitReturnText } from './submit-return-text.ts';

const services = [
  { serviceId: 'content', serviceName: 'Content', before: 3, submitted: 4, returned: 5 },
  { serviceId: 'hyper-dispatch', serviceName: 'Functions', before: 7, submitted: 8, returned: 9 },
];

test('a notice names what goes back, what went back, and why something did not', () => {
  expect(submitReturnText({ state: 'WAITING', reason: null, services }).text).toBe(
    'If a test fails, the platform returns Content to version 3, Functions to version 7. This page can be closed meanwhile.',
  );
  expect(submitReturnText({ state: 'RETURNED', reason: null, services }).text).toBe(
    'Content has the files of version 3 again, as version 5. Functions has the files of version 7 again, as version 9.',
  );
  const [content, dispatch] = services.map((service) => ({ ...service, returned: null }));
  const midway = { state: 'RETURNING' as const, reason: null, services: [services[0], dispatch] };
  expect(submitReturnText(midway as Parameters<typeof submitReturnText>[0]).text).toBe(
    'Returning Functions to version 7 … Content has the files of version 3 again. Until then the services do not match each other. If one cannot be returned, the submitted versions are made live again.',
  );
  const first = { state: 'RETURNING' as const, reason: null, services: content ? [content] : [] };
  expect(submitReturnText(first).text).toBe('Returning Content to version 3 …');
  const reason = 'Someone changed content (version 6) after the submit. Nothing was undone.';
  const refused = submitReturnText({ state: 'REFUSED', reason, services });
  expect(refused.title).toBe('A test failed, but the services could not be returned to the versions before.');
  expect(refused.text).toContain(reason);
});
