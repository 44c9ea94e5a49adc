import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { keepWhatBrowsersNeed } from './contract-plugin.ts';

const keep = (code: string) => keepWhatBrowsersNeed(code, parseSync('contract.js', code).program);

test('a call keeps its address and what it answers with, and loses its schemas', () => {
  const code = `const tag = 'shop';
export const readOrder = defineEndpoint({
  method: 'GET', path: '/orders/{id}', access: 'AUTHENTICATED', permission: 'none', tag, summary: 'One, {whole}',
  params: z.object({ id: OrderId }), response: Order, produces: 'application/pdf', errors: ['notFound'], idempotent: true, isResponseNeeded: true,
});`;
  expect(keep(code)).toBe(`const tag = 'shop';
export const readOrder = { produces: 'json', method: 'GET', path: '/orders/{id}', access: 'AUTHENTICATED', permission: 'none', produces: 'application/pdf', idempotent: true, isResponseNeeded: true };`);
});

test('calls that a function defines lose their schemas, too', () => {
  const code =
    "function endpointsOf(base) {\n  return { list: defineEndpoint({ method: 'GET', path: base, response: z.string() }) };\n}";
  expect(keep(code)).toBe(
    "function endpointsOf(base) {\n  return { list: { produces: 'json', method: 'GET', path: base } };\n}",
  );
});

test('what is made by a call can be left out; all else stays as it was', () => {
  const code =
    'export const Id = z.string().min(1);\nconst MAX = 3, names = list(MAX);\nexport function f() {\n  return g();\n}';
  expect(keep(code)).toBe(
    'export const Id = /* @__PURE__ */ (() => z.string().min(1))();\nconst MAX = 3, names = /* @__PURE__ */ (() => list(MAX))();\nexport function f() {\n  return g();\n}',
  );
});
