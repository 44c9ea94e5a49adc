// Malformed requests, made from OpenAPI documents. The same seed and the same documents make the same requests, except
// for ids that were seen in responses.
import { gzipSync } from 'node:zlib';
import { hostileHeaders, hostileTexts, hostileValues } from './hostile.mjs';

/** The calls of an OpenAPI document, each below a prefix. */
export function operationsOf(document, prefix = '') {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: prefix + path,
      parameters: operation.parameters ?? [],
      body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
    })),
  );
}

/** One request for one of the calls, wrong in one to three places. `known` are ids that may exist. */
export function malformedRequest(random, operations, known) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const chance = (probability) => random() < probability;
  const operation = pick(operations);
  const spoil = chance(0.5) ? 0.15 : 0.5;
  const valueOf = (schema) => valueFor(schema, { pick, chance, known, spoil }, 0);

  let url = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    return encodeText(asText(valueOf(parameter?.schema ?? { type: 'string' })));
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || chance(0.7)))
    .map(({ name, schema }) => `${encodeText(name)}=${encodeText(asText(valueOf(schema)))}`);
  if (chance(0.05))
    query.push(pick(['%', '%00=1', 'a[b]=1', '__proto__=1', '=', '%ff%fe=x', 'page=1&page=2']));
  if (query.length > 0) url += `?${query.join('&')}`;
  if (chance(0.02)) url += pick(['/', '/..', '%00', '%', '//', '/%2e%2e/', ';x=1', '#x', '%c0%af']);

  const headers = {};
  let body;
  if (operation.body !== undefined || chance(0.05)) {
    const value = chance(0.08) ? pick(hostileValues) : valueOf(operation.body ?? {});
    let text = JSON.stringify(value) ?? '';
    if (chance(0.05))
      text = pick([text.slice(0, -1), `${text}}`, `\uFEFF${text}`, '', '{', 'null', '"', '[1,', 'undefined']);
    body = chance(0.02)
      ? Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(text.slice(0, 100))])
      : Buffer.from(text);
    headers['content-type'] = chance(0.05)
      ? pick([
          'text/plain',
          'application/xml',
          'multipart/form-data',
          'application/json; charset=utf-16',
          '',
          'x',
        ])
      : 'application/json';
    if (chance(0.06)) {
      headers['content-encoding'] = pick(['gzip', 'deflate', 'br', 'identity', 'snappy', 'gzip, gzip', '']);
      if (chance(0.5)) body = gzipSync(body);
    }
  }
  for (const [name, values] of Object.entries(hostileHeaders)) {
    if (chance(0.03)) headers[name] = pick(values);
  }
  // Without a length it would be no body to some methods, but the beginning of the next request.
  if (body !== undefined && headers['transfer-encoding'] === undefined)
    headers['content-length'] = String(body.length);
  const method = chance(0.02)
    ? pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
    : operation.method;
  return { method, url, headers, body };
}

/** A value of the schema, some of whose parts are not. */
function valueFor(schema, tools, depth) {
  const { pick, chance, known, spoil } = tools;
  if (chance(spoil / (depth + 1))) return pick(hostileValues);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return valueFor(pick(choices), tools, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum);
  switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
    case 'object':
      return objectFor(schema, tools, depth);
    case 'array':
      return Array.from({ length: pick([0, 1, 1, 2, 3]) }, () =>
        valueFor(schema.items ?? {}, tools, depth + 1),
      );
    case 'integer':
    case 'number':
      return pick([0, 1, 2, 10, schema.minimum ?? 0, schema.maximum ?? 100]);
    case 'boolean':
      return chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textFor(schema, pick, chance, known);
    default:
      return depth > 3 ? null : pick([{}, [], 'text', 1, null, { a: [pick(hostileValues)] }]);
  }
}

function objectFor({ properties = {}, required = [], additionalProperties }, tools, depth) {
  const { chance, pick } = tools;
  const entries = Object.entries(properties)
    .filter(([name]) => (required.includes(name) ? !chance(0.03) : chance(0.6)))
    .map(([name, schema]) => [name, valueFor(schema, tools, depth + 1)]);
  if (additionalProperties || chance(0.05)) {
    const schema = typeof additionalProperties === 'object' ? additionalProperties : {};
    entries.push([pick(hostileTexts), valueFor(schema, tools, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function textFor({ format, pattern }, pick, chance, known) {
  if (format === 'uuid')
    return chance(0.6) && known.length > 0 ? pick(known) : '019aa000-0000-7000-8000-000000000000';
  if (format === 'date') return pick(['2026-11-01', '1970-01-01', '9999-12-31']);
  if (format === 'date-time')
    return pick(['2026-11-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']);
  if (format === 'email') return pick(['ada@example.com', 'a@b.co']);
  if (pattern !== undefined && chance(0.5))
    return pick(['2026-10', 'functions/orders', 'create.js', '1', '0']);
  return pick([
    'content',
    'hyper-dispatch',
    'functions',
    'orders',
    'create.js',
    'products',
    'ada',
    ...known.slice(0, 3),
  ]);
}

function asText(value) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Percent-encoded where it can be; half a character cannot, and goes as bytes that are no UTF-8. */
function encodeText(text) {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `${encodeURIComponent(text.toWellFormed())}%ed%a0%80`;
}

/** A command that sends the request again. */
export function toCommand(address, { method, url, headers, body }) {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const given = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const parts = ['curl', '-i', '--path-as-is', '-X', method, ...given, quote(address + url)];
  if (body === undefined) return parts.join(' ');
  return `echo ${body.toString('base64')} | base64 -d | ${parts.join(' ')} --data-binary @-`;
}

/** Lines of the product's log about details of an error that were left out, because the contract does not describe them. */
export function undescribedIn(log) {
  return log.split('\n').filter((line) => line.includes('details that the contract does not describe'));
}
