import { expect, it } from 'vitest';
import { createFunctionsUrl } from './functions-url.ts';

const NAME = '0123456789ab';
const open = (functionsUrl?: string, publicUrl?: string) =>
  createFunctionsUrl({ functionsUrl, publicUrl, host: '127.0.0.1' });

it.each([
  [`${NAME}.run.example.com`, '/hooks/stripe?a=1', `https://${NAME}.run.example.com/hooks/stripe?a=1`],
  [`${NAME.toUpperCase()}.RUN.example.com.`, '/', `https://${NAME}.run.example.com/`],
  ['run.example.com', '/', undefined],
  [`a.${NAME}.run.example.com`, '/', undefined],
  ['atrium.example.com', '/', undefined],
  ['10.0.0.1', '/', undefined],
  ['[::1]:443', '/', undefined],
  ['localhost', '/', undefined],
  ['', '/', undefined],
  [`${NAME}.run.example.com`, '*', undefined],
])('the host %s with %s is the address %s', (host, url, address) => {
  const urls = open('https://{domain}.run.example.com', 'https://atrium.example.com');
  expect(urls.isShared).toBe(false);
  expect(urls.find(host, url)?.url).toBe(address);
});

it.each([
  [
    `/${NAME}/hooks/stripe?a=1`,
    {
      place: { addressName: NAME },
      path: '/hooks/stripe',
      url: `http://127.0.0.1:81/${NAME}/hooks/stripe?a=1`,
    },
  ],
  [`/${NAME}`, undefined],
  [`/${NAME}0/`, undefined],
  ['/', undefined],
])('without a host of its own, a domain is the first part of the path: %s', (url, found) => {
  const urls = open();
  urls.listensOn(81);
  expect(urls.isShared).toBe(true);
  expect(urls.find('127.0.0.1:81', url)).toEqual(found);
});

it('has no addresses where only the console is published', () => {
  const urls = open(undefined, 'https://atrium.example.com');
  expect(urls.of(NAME)).toBeUndefined();
  expect(urls.find('atrium.example.com', `/${NAME}/`)).toBeUndefined();
});

it.each([
  ['Shop.Example:443', '/orders?a=1', 'https://shop.example/orders?a=1'],
  [`${NAME}.other.example.com.`, '/', `https://${NAME}.other.example.com/`],
  ['shop.example', 'https://evil.example/', undefined],
  ['shop.example', '*', undefined],
])('the host %s with %s is the address %s of whoever has the host', (host, url, address) => {
  const urls = open('https://{domain}.run.example.com', 'https://atrium.example.com');
  const hostName = address && new URL(address).hostname;
  expect(urls.find(host, url)).toEqual(
    address && { place: { hostName }, path: new URL(address).pathname, url: address },
  );
});

it.each([
  ['atrium.example.com', 'atrium.example.com is a host of this Atrium'],
  ['shop.atrium.example.com', 'atrium.example.com is a host of this Atrium'],
  ['example.com', 'atrium.example.com is a host of this Atrium'],
  ['run.example.net', 'run.example.net is a host of this Atrium'],
  [`${NAME}.run.example.net`, 'run.example.net is a host of this Atrium'],
  ['example.net', 'run.example.net is a host of this Atrium'],
  ['shop.example', undefined],
  ['notrun.example.net', undefined],
])('the host name %s: %s', (hostName, refusal) => {
  const urls = open('https://{domain}.run.example.net:8443', 'https://atrium.example.com');
  expect(urls.refuseHost(hostName)).toBe(refusal && `${hostName} cannot be assigned: ${refusal}.`);
  expect(urls.ofHost('shop.example')).toBe('https://shop.example:8443');
});
