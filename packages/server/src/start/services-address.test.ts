import { StartError } from '@atrium/host/start-error';
import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { findServicesAddress } from './services-address.ts';

const SOCKET = { host: '/var/lib/atrium/database' };
const HERE = { connectionString: 'postgres://atrium@localhost/atrium' };
const ELSEWHERE = { connectionString: 'postgres://atrium@db.internal/atrium' };
const BY_NAME = { connectionString: 'postgres:///atrium?host=db.internal' };
const ADVICE =
  'set HOST to an address of this machine that they reach, or ATRIUM_SERVICES_URL to that of the load balancer in front.';

type Settings = Pick<Config, 'host' | 'roles' | 'servicesUrl' | 'trustsNetwork'>;

const alone = (host: string, servicesUrl?: string): Settings => ({
  host,
  roles: ['services'],
  servicesUrl,
  trustsNetwork: true,
});

test.each([
  [alone('10.0.0.7'), 'http://10.0.0.7:8080'],
  [alone('0.0.0.0', 'http://services.internal'), 'http://services.internal'],
])('another machine is not to be called in the clear, unless the network is trusted', (settings, address) => {
  expect(findServicesAddress(settings, ELSEWHERE, 8080)).toBe(address);
  expect(() => findServicesAddress({ ...settings, trustsNetwork: false }, ELSEWHERE, 8080)).toThrow(
    new StartError(
      `Services at ${address} are called from other machines without encryption; set ATRIUM_SERVICES_URL to an https address that leads to them, or set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.`,
    ),
  );
});

test.each([
  ['10.0.0.7', ELSEWHERE, 'http://10.0.0.7:8080'],
  ['fd00::7', ELSEWHERE, 'http://[fd00::7]:8080'],
  ['127.0.0.1', SOCKET, 'http://127.0.0.1:8080'],
  ['127.0.0.1', HERE, 'http://127.0.0.1:8080'],
])('services at %s with the database at %o are called at %s', (host, connection, address) => {
  expect(findServicesAddress(alone(host), connection, 8080)).toBe(address);
});

test('an address has one spelling, as that of calls has', () => {
  expect(findServicesAddress(alone('Services.Internal'), ELSEWHERE, 80)).toBe('http://services.internal');
  const balancer = { ...alone('0.0.0.0', 'https://Services.example:443/'), trustsNetwork: false };
  expect(findServicesAddress(balancer, ELSEWHERE, 8080)).toBe('https://services.example');
});

test.each(['0.0.0.0', '::', '[::]', '0', '0x0', '0.0', '::0', '::ffff:0.0.0.0'])(
  'every address (%s) is no address',
  (host) => {
    const sentence = `Web and jobs cannot call services at HOST=${host}; ${ADVICE}`;
    expect(() => findServicesAddress(alone(host), HERE, 8080)).toThrow(new StartError(sentence));
  },
);

test.each([ELSEWHERE, BY_NAME])(
  'loopback is no address for those who share a database elsewhere: %o',
  (connection) => {
    expect(() => findServicesAddress(alone('localhost'), connection, 8080)).toThrow(
      new StartError(
        `Only this machine reaches services at HOST=localhost, but the database is on another one; ${ADVICE}`,
      ),
    );
  },
);

test('behind a load balancer its address counts, wherever they listen', () => {
  const servicesUrl = 'http://services.internal';
  for (const host of ['0.0.0.0', '127.0.0.1', '10.0.0.7'])
    expect(findServicesAddress(alone(host, servicesUrl), ELSEWHERE, 8080)).toBe(servicesUrl);
});

test('next to web they are behind no load balancer', () => {
  const settings = { ...alone('127.0.0.1', 'http://services.internal'), roles: ['web', 'services'] as const };
  for (const database of [HERE, ELSEWHERE])
    expect(() => findServicesAddress(settings, database, 8080)).toThrow(
      new StartError(
        'ATRIUM_SERVICES_URL leads to a load balancer in front of services, but next to web they listen on this machine only; remove it, or run them in processes of their own (ATRIUM_ROLES=services).',
      ),
    );
});

test('next to web they are for this process only, unless all are on one machine', () => {
  const roles = ['web', 'jobs', 'services'] as const;
  const settings = { host: '0.0.0.0', roles, servicesUrl: undefined, trustsNetwork: false };
  expect(findServicesAddress(settings, ELSEWHERE, 4711)).toBeUndefined();
  expect(findServicesAddress(settings, HERE, 4711)).toBe('http://127.0.0.1:4711');
});
