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
    return value === undefined ? 'undefined' : changedKindOf(value, true);
  }

  /** The same, except for a field that is `undefined`: it means the same as none. */
  function changedKindOf(value, isItem) {
    if (typeof value === 'number') return isFinite(value) ? undefined : String(value);
    if (value === undefined) return isItem ? 'undefined' : undefined;
    return ['function', 'symbol'].includes(typeof value) ? typeof value : undefined;
  }

  /** The first part of a value that is of some kind, with its path as in the source: `lines[0].price`. */
  function partOf(value, kindOf, isItem = false, seen = new Set()) {
    const isObject = typeof value === 'object' && value !== null;
    if (isObject && (typeof value.toJSON === 'function' || seen.has(value))) return undefined;
    const kind = kindOf(value, isItem);
    if (kind !== undefined) return { path: '', kind };
    if (!isObject) return undefined;
    seen.add(value);
    for (const key of keys(value)) {
      const lost = partOf(value[key], kindOf, isArray(value), seen);
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

  /** The error of a call, if JSON would leave out or change something that decides what the call does. */
  function faultOf(call, value, kindOf, reason) {
    const dropped = partOf(value, kindOf);
    if (dropped === undefined) return undefined;
    const { path, kind } = dropped;
    const article = kind === 'function' || kind === 'symbol' ? 'a ' : '';
    return new TypeError(`${call}: ${path || 'the query'} is ${article}${kind}, ${reason}`);
  }

  const NO_CONDITION = 'which no entry has: give a value or null, or leave it out';
  const NO_VALUE = 'which JSON cannot hold: give a value or null, or leave it out';
  const NO_CHANGE = 'which changes nothing: give a value, or null to remove the field, or leave it out';

  const has = (value, field) => typeof value === 'object' && value !== null && field in value;

  /** A query whose conditions JSON would leave out finds other entries than it says. Nothing for all others. */
  function faultOfQuery(query) {
    if (has(query, 'where'))
      return faultOf('content.find', { where: query.where }, droppedKindOf, NO_CONDITION);
    // Other fields that are `undefined` mean the same as none.
    const isFields = typeof query === 'object' && query !== null;
    return query === undefined || isFields
      ? undefined
      : faultOf('content.find', query, droppedKindOf, NO_CONDITION);
  }

  const faultOfEntry = (call, entry) => faultOf(call, { entry }, changedKindOf, NO_VALUE);

  const faultOfChanges = (call, changes) => faultOf(call, { changes }, droppedKindOf, NO_CHANGE);

  /** A condition that JSON would leave out does not hold anything back. */
  function faultOfOperations(operations) {
    if (!isArray(operations)) return undefined;
    for (const [index, operation] of operations.entries()) {
      const call = `content.transaction: operation ${index + 1}`;
      const fault =
        (has(operation, 'entry') && faultOfEntry(call, operation.entry)) ||
        (has(operation, 'changes') && faultOfChanges(call, operation.changes)) ||
        (has(operation, 'where') && faultOf(call, { where: operation.where }, droppedKindOf, NO_CONDITION));
      if (fault) return fault;
    }
    return undefined;
  }

  return { toJson, faultOfQuery, faultOfEntry, faultOfChanges, faultOfOperations, isGeneratorFunction };
});
