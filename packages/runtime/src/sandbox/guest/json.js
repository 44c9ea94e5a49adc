/*
 * Runs inside the sandbox, before the prelude: values on their way out of a function, as JSON. An object of which JSON would hold nothing
 * is refused by name; most often it is a promise that was not awaited.
 */
(function json() {
  'use strict';
  const { stringify } = JSON;
  const { getPrototypeOf, keys } = Object;
  const { isArray } = Array;
  const { isFinite } = Number;
  const generators = [function* () {}, async function* () {}].map(getPrototypeOf);
  const classes = [Map, Set, WeakMap, WeakSet, WeakRef, Promise, Error, RegExp, ArrayBuffer];
  const ADVICE = {
    Map: 'use Object.fromEntries(map) or [...map]',
    Set: 'use [...set]',
    Promise: 'await it',
    Error: 'use its message',
    RegExp: 'use its source',
    BigInt: 'use Number(value) or String(value)',
    generator: 'use a list of what it yields',
  };

  const isGeneratorFunction = (value) => generators.includes(getPrototypeOf(value));

  /** Name of a value that JSON refuses, or of an object that it serializes as empty; undefined for others. */
  function lostKindOf(value) {
    if (typeof value === 'bigint') return 'BigInt';
    if (typeof value !== 'object' || value === null || keys(value).length > 0) return undefined;
    if (generators.some(({ prototype }) => prototype.isPrototypeOf(value))) return 'generator';
    return classes.find((each) => value instanceof each)?.name;
  }

  /** Name of a value that JSON omits or changes to `null`. */
  function droppedKindOf(value) {
    if (typeof value === 'number') return isFinite(value) ? undefined : String(value);
    return ['undefined', 'function', 'symbol'].includes(typeof value) ? typeof value : undefined;
  }

  /** The first part of a value that is of some kind, with its path as in the source: `lines[0].price`. */
  function partOf(value, kindOf, seen = new Set()) {
    const isObject = typeof value === 'object' && value !== null;
    if (isObject && (typeof value.toJSON === 'function' || seen.has(value))) return undefined;
    const kind = kindOf(value);
    if (kind !== undefined) return { path: '', kind };
    if (!isObject) return undefined;
    seen.add(value);
    for (const key of keys(value)) {
      const lost = partOf(value[key], kindOf, seen);
      if (lost === undefined) continue;
      const step = isArray(value) ? `[${key}]` : /^[\w$]+$/.test(key) ? key : `[${stringify(key)}]`;
      const dot = lost.path === '' || lost.path.startsWith('[') ? '' : '.';
      return { path: `${step}${dot}${lost.path}`, kind: lost.kind };
    }
    return undefined;
  }

  function refusal(place, kind) {
    const article = /^[AEIOU]/i.test(kind) ? 'an' : 'a';
    const advice = ADVICE[kind] ? `: ${ADVICE[kind]}` : '';
    return new TypeError(`${place} is ${article} ${kind}, which JSON cannot hold${advice}`);
  }

  /** JSON of a value that is called `what`; nothing for nothing. */
  function toJson(value, what) {
    const refuse = () => {
      const lost = partOf(value, lostKindOf);
      if (lost) throw refusal(lost.path === '' ? what : `${what} at ${lost.path}`, lost.kind);
    };
    let text;
    try {
      text = stringify(value);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (error.message.startsWith('BigInt')) refuse();
      if (error.message !== 'circular reference') throw error;
      throw new TypeError(
        `${what} refers to itself, which JSON cannot hold: choose only the fields that are needed`,
      );
    }
    if (text === undefined && (typeof value === 'function' || typeof value === 'symbol'))
      throw refusal(what, typeof value);
    // The only trace of an object that JSON does not see.
    if (text?.includes('{}')) refuse();
    return text;
  }

  /** A query whose conditions JSON would leave out finds other entries than it says. Nothing for all others. */
  function faultOfQuery(query) {
    if (query === undefined) return undefined;
    const hasWhere = typeof query === 'object' && query !== null && 'where' in query;
    const dropped = hasWhere ? partOf({ where: query.where }, droppedKindOf) : partOf(query, droppedKindOf);
    // Other fields that are `undefined` mean the same as none.
    if (dropped === undefined || (!hasWhere && dropped.path !== '')) return undefined;
    const { path, kind } = dropped;
    const article = kind === 'function' || kind === 'symbol' ? 'a ' : '';
    return new TypeError(
      `content.find: ${path || 'the query'} is ${article}${kind}, which no entry has: give a value or null, or leave it out`,
    );
  }

  return { toJson, faultOfQuery, isGeneratorFunction };
});
