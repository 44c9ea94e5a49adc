import { getUser, type User } from '@atrium/contract/accounts/user';
import { listBases } from '@atrium/contract/configuration/bases';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { streamEvents } from '@atrium/contract/events/events';
import { toPagedResult } from '@atrium/contract/paging';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { answer } from '../../test/platform.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { connectWidget, type WidgetElement } from '../api/session.ts';
import { basesQuery, localMetadataQuery } from '../features/configuration/differences/comparison.queries.ts';
import { servicesQuery } from '../features/services/service.queries.ts';
import { useLiveConnection } from '../layout/use-live-connection.ts';
import { useLiveReading } from './use-live-reading.ts';

const ada: User = {
  userId: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  pendingEmail: null,
  firstName: 'Ada',
  lastName: '',
  parentId: null,
  domainId: 'd',
  domain: 'd',
  isAdmin: false,
  roles: ['ROLE_TESTER'],
  permissions: ['tests.run'],
  params: { theme: 'light', firstSteps: 'open' },
};

/** Signs Ada in; returns the number of times that the console has reloaded her data. */
function signIn() {
  const asked = { count: 0, failures: 0, isAway: false };
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: {
      hasLoggedOut: false,
      refresh: async () => {
        if (asked.isAway) {
          asked.failures += 1;
          throw new Error('away');
        }
        asked.count += 1;
      },
    },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const tell = (name: string, detail: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));
  tell('access-granted', { token: 't', userId: 'ada' });
  tell('user-data-loaded', ada);
  return asked;
}

/** The stream of events, each time it is opened. */
function stream() {
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  answer(streamEvents, () => new Response(new ReadableStream({ start: (each) => void opened.push(each) })));
  const tell = (type: string, payload: unknown = null) =>
    opened.at(-1)?.enqueue(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(payload)}\n\n`));
  return { opened, tell };
}

const uuid = '0190f2c4-7a10-7000-8000-000000000000';

function Comparison() {
  useLiveConnection();
  useLiveReading();
  const services = useQuery(servicesQuery()).data;
  useQuery(localMetadataQuery('shop'));
  useQuery(basesQuery(uuid));
  return services && <p>Services are known</p>;
}

function Page() {
  useLiveConnection();
  useLiveReading();
  useQuery(endpointQuery(listServices, {}));
  useQuery(endpointQuery(listNamedVersions, { params: { serviceId: 'shop' }, query: { page: 0, size: 1 } }));
  return null;
}

it('reads versions that others make, and after a gap also whether the rights are still the same', async () => {
  const asked = signIn();
  const { opened, tell } = stream();
  let user = ada;
  let reads = 0;
  answer(getUser, () => user);
  answer(listServices, () => ({ services: [] }));
  answer(listNamedVersions, () => {
    reads += 1;
    return toPagedResult([], 0, { page: 0, size: 1 });
  });
  await draw(<Page />);
  await expect.poll(() => [opened.length, reads]).toEqual([1, 1]);
  tell('ready');
  tell('configuration', { serviceId: 'shop', version: 2 });
  tell('configuration', { serviceId: 'mail', version: 5 });
  await expect.poll(() => reads, { timeout: 10_000 }).toBe(2);

  tell('ready');
  await expect.poll(() => reads, { timeout: 10_000 }).toBe(3);
  expect(asked.count).toBe(0);

  user = { ...ada, permissions: ['tests.run', 'people.read'] };
  asked.isAway = true;
  tell('roles');
  await expect.poll(() => asked.failures).toBe(1);
  asked.isAway = false;
  tell('ready');
  await expect.poll(() => asked.count).toBe(1);
});

it('reads what was exchanged again only with another version: whoever compares waits for it', async () => {
  signIn();
  const { opened, tell } = stream();
  const read = { live: 0, bases: 0 };
  let version = 1;
  const none = { fe: null, be: null };
  const shop = { id: 'shop', name: 'Shop', uri: '/services/shop', group: '', health: none, info: none };
  answer(getUser, () => ada);
  answer(listServices, () => ({ services: [shop] }));
  answer({ ...exportMetadata, path: `/services/shop${exportMetadata.path}` }, () => {
    read.live += 1;
    return { version, folders: [], defaultActions: {} };
  });
  answer(listBases, () => {
    read.bases += 1;
    return { services: {} };
  });
  const screen = await draw(<Comparison />);
  await expect.element(screen.getByText('Services are known')).toBeVisible();
  await expect.poll(() => [opened.length, read.live, read.bases]).toEqual([1, 1, 1]);
  tell('ready');
  tell('configuration', { serviceId: 'shop', version });
  await expect.poll(() => read).toEqual({ live: 2, bases: 1 });
  tell('ready');
  await expect.poll(() => read).toEqual({ live: 3, bases: 1 });
  version = 2;
  tell('ready');
  await expect.poll(() => read).toEqual({ live: 4, bases: 2 });
});
