import { expect, test } from 'vitest';
import { type KeptCall, leftOutOf, proposeExpected, proposeTestName, writeTest } from './kept-test-source.ts';

const failed: KeptCall = {
  function: 'orders/create',
  event: null,
  input: '{"quantity":2}',
  calledOn: '2026-11-29T20:15:00.000Z',
  version: 7,
  failure: { name: 'TypeError', message: 'x is not\na function' },
  recording: {
    entries: [{ collection: 'products', entry: { id: 'cup', stock: 1 } }],
    absent: [{ collection: 'orders', id: 'o-1' }],
    searches: [{ collection: 'products', query: { where: { stock: { $gt: 0 } } } }],
    requests: [
      {
        method: 'POST',
        url: 'https://api.example.com/v1?key=[secret KEY]',
        response: {
          status: 201,
          headers: [
            ['content-type', 'application/json'],
            ['date', 'today'],
          ],
          body: btoa('{"ok":true}'),
        },
      },
      {
        method: 'GET',
        url: 'https://down.example.com/',
        error: 'fetch: down.example.com did not answer within 30 s',
      },
    ],
    secrets: { KEY: 'set', OTHER: null },
    variables: { SHOP: 'Tea' },
    leftOut: ['the answer to GET https://large.example.com/: it is too large'],
  },
};

test('a test arranges what the call read and got, and expects what should have come', () => {
  const json = '{"order":{"id":"o-1"}}';
  expect(writeTest(failed, { kind: 'result', json })).toMatchInlineSnapshot(`
    "// Kept from a call of orders/create on 2026-11-29 20:15 UTC (version 7), which failed: TypeError: x is not a function
    // Not arranged: the answer to GET https://large.example.com/: it is too large
    export default async function keptCall({ call, content, expect, mock }) {
      mock.now("2026-11-29T20:15:00.000Z");
      mock.secrets({ "KEY": "the secret KEY", "OTHER": null });
      mock.variables({ "SHOP": "Tea" });
      mock.fetch("POST https://api.example.com/v1?key=*", { "status": 201, "headers": { "content-type": "application/json" }, "json": { "ok": true } });
      mock.fetch("GET https://down.example.com/", new TypeError("fetch: down.example.com did not answer within 30 s"));
      await put(content, "products", { "id": "cup", "stock": 1 });
      await content.delete("orders", "o-1").catch(() => {});
      await leaveOnly(content, "products", { "where": { "stock": { "$gt": 0 } } }, [ "cup" ]);
      const result = await call("orders/create", { "quantity": 2 });
      expect(result).to.deep.equal({ "order": { "id": "o-1" } });
    }

    /** Makes an entry what it was, whatever is live now. */
    async function put(content, collection, entry) {
      await content.delete(collection, entry.id).catch(() => {});
      await content.insert(collection, entry);
    }

    /** Leaves only these entries among those that a query finds. */
    async function leaveOnly(content, collection, query, ids) {
      for (;;) {
        const { content: found } = await content.find(collection, query);
        const others = found.filter(({ id }) => !ids.includes(id));
        if (others.length === 0) return;
        for (const { id } of others) await content.delete(collection, id);
      }
    }
    "
  `);
});

test('a call that should have failed so is told by its message', () => {
  const { recording: _, ...logged } = { ...failed, input: '' };
  expect(writeTest(logged, { kind: 'error' })).toMatchInlineSnapshot(`
    "// Kept from a call of orders/create on 2026-11-29 20:15 UTC (version 7), which failed: TypeError: x is not a function
    // Only its input is known: arrange the entries that it reads and the answers that it gets from other hosts.
    export default async function keptCall({ call, expect, mock }) {
      mock.now("2026-11-29T20:15:00.000Z");
      const error = await call("orders/create").then(() => undefined, (failure) => failure);
      expect(error?.message).to.equal("x is not\\na function");
    }
    "
  `);
});

test('a request to an address is repeated as one', () => {
  const request = {
    method: 'POST',
    url: 'https://shop.example/hooks/7',
    headers: [
      ['content-type', 'text/plain'],
      ['authorization', '(hidden)'],
    ],
    body: 'paid',
  };
  const call = {
    ...failed,
    event: 'POST /hooks/{id}',
    input: JSON.stringify({ request, params: { id: '7' } }),
  };
  const { recording: _, calledOn: _on, ...logged } = call;
  const json = proposeExpected(logged, '{"status":200,"headers":[],"body":"ok"}') ?? '';
  expect(writeTest(logged, { kind: 'result', json })).toMatchInlineSnapshot(`
    "// Kept from a call of orders/create (version 7), which failed: TypeError: x is not a function
    // Only its input is known: arrange the entries that it reads and the answers that it gets from other hosts.
    export default async function keptCall({ call, expect }) {
      const response = await call("orders/create", new Request("https://shop.example/hooks/7", { "method": "POST", "headers": [ [ "content-type", "text/plain" ] ], "body": "paid" }), { "id": "7" });
      const answer = { status: response.status, body: await response.text() };
      expect(answer).to.deep.equal({ "status": 200, "body": "ok" });
    }
    "
  `);
  const bytes = {
    ...logged,
    input: JSON.stringify({ request: { ...request, body: '(12 bytes)' }, params: {} }),
  };
  expect(leftOutOf(bytes)).toEqual(['the body of the request, which is no text']);
});

test('a name is proposed from the function and its error', () => {
  expect(proposeTestName(failed)).toBe('orders/create/typeerror-x-is-not-a-function');
  expect(proposeTestName({ ...failed, failure: { name: 'Error', message: 'Nur 2 übrig!' } })).toBe(
    'orders/create/nur-2-brig',
  );
  expect(proposeTestName({ ...failed, failure: { name: 'Error', message: '…' } })).toBe(
    'orders/create/fails',
  );
  const message = 'The order cannot be paid because the customer has no address in this country';
  expect(proposeTestName({ ...failed, failure: { name: 'Error', message } })).toBe(
    'orders/create/the-order-cannot-be-paid-because-the-customer-has-no-address',
  );
});

test('the result is proposed where a whole one is known', () => {
  expect(proposeExpected(failed, '{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(proposeExpected(failed, '{"a":')).toBeUndefined();
  expect(proposeExpected(failed, undefined)).toBeUndefined();
});

test('no text of a call ends a comment or becomes a prototype', () => {
  const odd = {
    ...failed,
    input: '{"__proto__":{"a":1}}',
    failure: { name: 'Error', message: 'a\u2028alert(1)\r\nb' },
  };
  const { recording: _, ...logged } = odd;
  const source = writeTest(logged, { kind: 'result', json: 'null' });
  expect(source.split('\n')[0]).toContain('a alert(1) b');
  expect(source).toContain('call("orders/create", JSON.parse("{\\"__proto__\\":{\\"a\\":1}}"))');
  expect(source).toContain('expect(result ?? null).to.equal(null);');
});
