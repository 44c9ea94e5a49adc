/*
 * Runs inside the sandbox, before the prelude: values on their way out of a function, as JSON. An object of which JSON would hold nothing
 * is refused by name; most often it is a promise that was not awaited.
 */
(function json() {
  'use strict';
  const { stringify } = JSON;
  const { getPrototypeOf, keys } = Object;
  const { isArray } = Array;
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

  /** The name of an object of which JSON holds nothing; nothing for all others. */
  function opaqueKindOf(value) {
    if (keys(value).length > 0) return undefined;
    if (generators.some(({ prototype }) => prototype.isPrototypeOf(value))) return 'generator';
    return classes.find((each) => value instanceof each)?.name;
  }

  /** The first part of a value that JSON cannot hold, with its path as in the source: `lines[0].price`. */
  function lostIn(value, seen = new Set()) {
    if (typeof value === 'bigint') return { path: '', kind: 'BigInt' };
    if (typeof value !== 'object' || value === null || typeof value.toJSON === 'function') return undefined;
    if (seen.has(value)) return undefined;
    seen.add(value);
    const kind = opaqueKindOf(value);
    if (kind !== undefined) return { path: '', kind };
    for (const key of keys(value)) {
      const lost = lostIn(value[key], seen);
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
      const lost = lostIn(value);
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

  return { toJson, isGeneratorFunction };
});
