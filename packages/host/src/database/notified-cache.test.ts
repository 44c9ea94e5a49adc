import { expect, test } from 'vitest';
import { NotifiedCache } from './notified-cache.ts';

/** The part of `Notifications` that a cache uses, sending without a database. */
function createNotifications() {
  let listener: { onMessage: (payload: string) => void; onConnected: () => unknown } | undefined;
  return {
    isConnected: true,
    listen(_channel: string, onMessage: (payload: string) => void, onConnected: () => unknown = () => {}) {
      listener = { onMessage, onConnected };
    },
    send: (payload: string) => listener?.onMessage(payload),
    reconnect: () => listener?.onConnected(),
  };
}

function start(options: { sharesLoads?: boolean; maxEntries?: number; maxBytes?: number } = {}) {
  const notifications = createNotifications();
  const { sharesLoads = false, maxEntries = 10, maxBytes } = options;
  const cache = new NotifiedCache<{ version: number; bytes: number }>({
    notifications,
    channel: 'changed',
    maxEntries,
    sharesLoads,
    ...(maxBytes !== undefined && { size: { maxBytes, bytesOf: ({ bytes }) => bytes } }),
  });
  let version = 0;
  const load = (bytes = 1) => Promise.resolve({ version: ++version, bytes });
  const get = async (key: string, bytes?: number) => (await cache.get(key, () => load(bytes))).version;
  return { notifications, cache, get, load };
}

test('a value is loaded once, and again after a notification, an invalidation or a lost connection', async () => {
  const { notifications, cache, get } = start();
  expect([await get('a'), await get('b'), await get('a')]).toEqual([1, 2, 1]);
  notifications.send('a');
  expect([await get('a'), await get('b')]).toEqual([3, 2]);
  cache.invalidate('b');
  expect([await get('a'), await get('b')]).toEqual([3, 4]);
  notifications.reconnect();
  expect([await get('a'), await get('b')]).toEqual([5, 6]);
});

test('each read loads while the process cannot listen, unless the cached value is still current', async () => {
  const { notifications, cache, get, load } = start();
  notifications.isConnected = false;
  expect([await get('a'), await get('a')]).toEqual([1, 2]);
  const again = (isCurrent: boolean) =>
    cache.get(
      'a',
      () => load(),
      async () => isCurrent,
    );
  expect([(await again(true)).version, (await again(false)).version]).toEqual([2, 3]);
});

test('a read does not wait for the load of another one while the process cannot listen', async () => {
  const { notifications, cache, get } = start({ sharesLoads: true });
  notifications.isConnected = false;
  void cache.get('a', () => new Promise(() => {}));
  expect(await get('a')).toBe(1);
});

test('a value that changes while it is loaded is not cached', async () => {
  const { notifications, cache, get } = start();
  const reading = Promise.withResolvers<{ version: number; bytes: number }>();
  const read = cache.get('a', () => reading.promise);
  notifications.send('a');
  reading.resolve({ version: 0, bytes: 1 });
  expect((await read).version).toBe(0);
  expect(await get('a')).toBe(1);
});

test('concurrent reads share a load only if they may, and a failed load is not cached', async () => {
  const alone = start();
  expect(await Promise.all([alone.get('a'), alone.get('a')])).toEqual([1, 2]);
  const { cache, get } = start({ sharesLoads: true });
  expect(await Promise.all([get('a'), get('a')])).toEqual([1, 1]);
  await expect(cache.get('b', () => Promise.reject(new Error('Away.')))).rejects.toThrow('Away.');
  expect(await get('b')).toBe(2);
});

test('the least recently used value is evicted, and the last one stays however large it is', async () => {
  const few = start({ maxEntries: 2 });
  for (const key of ['a', 'b', 'a', 'c']) await few.get(key);
  expect([await few.get('a'), await few.get('c'), await few.get('b')]).toEqual([1, 3, 4]);
  const { get } = start({ maxBytes: 10 });
  await get('a', 4);
  await get('b', 4);
  await get('large', 400);
  expect([await get('large'), await get('b')]).toEqual([3, 4]);
});

test('a load gets the value from before a change or a lost connection, until it is evicted', async () => {
  const notifications = createNotifications();
  const cache = new NotifiedCache<{ version: number }>({
    notifications,
    channel: 'changed',
    maxEntries: 2,
    keepsFormer: true,
  });
  const given: (number | undefined)[] = [];
  let version = 0;
  const get = async (key: string) =>
    cache.get(key, (former) => {
      given.push(former?.version);
      return Promise.resolve({ version: ++version });
    });
  await get('a');
  notifications.send('a');
  notifications.send('unknown');
  expect((await get('a')).version).toBe(2);
  expect((await get('a')).version).toBe(2);
  notifications.reconnect();
  cache.invalidate('a');
  expect((await get('a')).version).toBe(3);
  await get('b');
  await get('c');
  await get('a');
  expect(given).toEqual([undefined, 1, 2, undefined, undefined, undefined]);
  // A load that fails, and one that a change has overtaken, leave the value for the next one.
  notifications.send('a');
  await expect(cache.get('a', () => Promise.reject(new Error('Away.')))).rejects.toThrow('Away.');
  const reading = Promise.withResolvers<{ version: number }>();
  const read = cache.get('a', () => reading.promise);
  notifications.send('a');
  reading.resolve({ version: 0 });
  await read;
  await get('a');
  expect(given.at(-1)).toBe(6);
});
