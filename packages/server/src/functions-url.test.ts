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
  [`${NAME}.other.example.com`, '/', undefined],
  [`${NAME}.run.example.com`, '*', undefined],
])('the host %s with %s is the address %s', (host, url, address) => {
  const urls = open('https://{domain}.run.example.com', 'https://atrium.example.com');
  expect(urls.isShared).toBe(false);
  expect(urls.find(host, url)?.url).toBe(address);
});

it.each([
  [
    `/${NAME}/hooks/stripe?a=1`,
    { addressName: NAME, path: '/hooks/stripe', url: `http://127.0.0.1:81/${NAME}/hooks/stripe?a=1` },
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
