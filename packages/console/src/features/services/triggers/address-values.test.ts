import { describe, expect, it } from 'vitest';
import { curlOfAddress } from './AddressTrigger.tsx';
import { addressForm, NO_ADDRESS, toAddressFields, toAddressValues } from './address-values.ts';
import { triggersOf } from './triggers.ts';

const verify = { scheme: 'stripe', secret: 'STRIPE_WEBHOOK_SECRET' };
const http = { path: '/hooks/stripe', methods: ['POST'], access: 'public', verify };
const fields = { tags: ['shop'], http, secrets: ['STRIPE_KEY'] };

describe('the form of an address', () => {
  it('changes nothing that was not changed', () => {
    expect(toAddressFields(toAddressValues(fields), fields)).toEqual(fields);
    expect(toAddressFields(toAddressValues({}), {})).toEqual({
      http: { path: '', access: 'public' },
    });
  });

  it('adds, changes and removes an address, and keeps the rest of the metadata', () => {
    const values = {
      ...toAddressValues(fields),
      path: '/pay',
      scheme: '',
      cors: 'https://a.example\nhttps://b.example',
    };
    expect(toAddressFields(values, fields)).toEqual({
      ...fields,
      http: {
        path: '/pay',
        methods: ['POST'],
        access: 'public',
        cors: ['https://a.example', 'https://b.example'],
      },
    });
    expect(toAddressFields({ ...values, access: NO_ADDRESS }, fields)).toEqual({
      tags: ['shop'],
      secrets: ['STRIPE_KEY'],
    });
  });

  it('says at the field what is wrong', () => {
    const faultOf = (changes: object) => {
      const parsed = addressForm.safeParse({ ...toAddressValues(fields), ...changes });
      return parsed.error?.issues.map(({ path, message }) => [path[0], message])[0];
    };
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ path: 'hooks' })?.[0]).toBe('path');
    expect(faultOf({ methods: [] })).toEqual(['methods', 'It names no method.']);
    expect(faultOf({ secret: 'lower' })?.[0]).toBe('secret');
    expect(faultOf({ cors: 'shop' })?.[0]).toBe('cors');
    expect(faultOf({ scheme: 'hmac' })?.[0]).toBe('header');
    expect(faultOf({ access: NO_ADDRESS, path: 'hooks' })).toBeUndefined();
  });
});

it('lists addresses as triggers, and no function without one', () => {
  const place = { folderPath: 'functions', name: 'pay.meta.js' };
  const file = { ...place, content: '', checksum: '', filePath: '', commitSha: null, lastModified: '' };
  const item = (name: string, given: typeof fields | undefined) => ({ name, place, file, fields: given });
  expect(triggersOf([item('pay', fields), item('other', undefined)])).toEqual([
    {
      id: 'pay 0',
      function: 'pay',
      kind: 'Address',
      what: 'POST /hooks/stripe',
      details: 'Anyone, signed with STRIPE_WEBHOOK_SECRET',
    },
  ]);
});

it('lists schedules and events beside the address', () => {
  const place = { folderPath: 'functions', name: 'report.meta.js' };
  const file = { ...place, content: '', checksum: '', filePath: '', commitSha: null, lastModified: '' };
  const schedule = [{ cron: '0 7 * * 1-5', timeZone: 'Europe/Vienna' }, { cron: '0 0 * * *' }];
  const on = ['content.orders.inserted', 'order.created'];
  const found = triggersOf([{ name: 'report', place, file, fields: { schedule, on } }]);
  expect(found.map(({ kind, what, details }) => `${kind}: ${what} (${details})`)).toEqual([
    'Schedule: 0 7 * * 1-5 (Europe/Vienna)',
    'Schedule: 0 0 * * * (UTC)',
    'Event: content.orders.inserted (Changes of entries)',
    'Event: order.created (An event that functions or programs send)',
  ]);
});

it('makes a command of an address', () => {
  const address = { path: '/a', methods: ['GET'], access: 'key', cors: [], verify: undefined };
  expect(curlOfAddress('http://127.0.0.1:8081/x', address)).toBe(
    `curl -X GET 'http://127.0.0.1:8081/x/a' \\\n  -H "Authorization: Bearer $ATRIUM_TOKEN"`,
  );
});
