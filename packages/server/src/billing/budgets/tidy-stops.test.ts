import { expect, test } from 'vitest';
import { tidyStops } from './tidy-stops.ts';

const services = [
  { id: 'ours', isShipped: true },
  { id: 'theirs', isShipped: false },
];
const tidy = (serviceId: string, name: string) => tidyStops([{ serviceId, function: name }], services);

test('what no file of a function can be called is refused for a service of the platform', () => {
  expect(tidy('ours', '//orders/create/')).toEqual([{ serviceId: 'ours', function: 'orders/create' }]);
  for (const name of ['../orders', 'orders/*', 'orders/.hidden', 'a:b', '/'])
    expect(() => tidy('ours', name)).toThrow(`“${name}” cannot be the name of a function of ours.`);
  expect(tidy('theirs', 'orders:create')).toHaveLength(1);
  expect(() => tidy('theirs', '//')).toThrow('cannot be the name');
});
