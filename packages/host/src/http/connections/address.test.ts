import { expect, test } from 'vitest';
import { isLoopback, isNetwork, matchNetworks, networkOf } from './address.ts';

test('addresses are found in lists of addresses and networks, however they are written', () => {
  const isKnown = matchNetworks(['127.0.0.0/8', '::1', '10.1.2.3', 'fd00::/8']);
  for (const address of ['127.0.0.1', '::ffff:127.9.9.9', '::1', '10.1.2.3', 'fd12::7']) {
    expect(isKnown(address), address).toBe(true);
  }
  for (const address of ['128.0.0.1', '10.1.2.4', '::2', 'fe80::1', '', 'localhost']) {
    expect(isKnown(address), address).toBe(false);
  }
  expect(matchNetworks([])('127.0.0.1')).toBe(false);
});

test('networks are told from other text', () => {
  expect(['10.0.0.0/8', '::1', '192.0.2.1'].every(isNetwork)).toBe(true);
  expect(['10.0.0.0/99', 'private', '', '10.0.0.0/'].some(isNetwork)).toBe(false);
});

test('what can only be this machine, and what counts as one caller', () => {
  expect(['localhost', 'a.localhost', '127.0.0.2', '[::1]', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['127.0.0.1.example', '0.0.0.0', '10.0.0.1', ''].some(isLoopback)).toBe(false);
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::'));
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
});
