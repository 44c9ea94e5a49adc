/*
 * Runs inside the sandbox, before the prelude: built-ins of the engine that would return a wrong value without a word, show code of the
 * platform, or end the machine.
 */
(function amendBuiltIns(fail) {
  'use strict';
  const { defineProperty } = Object;
  const define = (owner, name, value) =>
    defineProperty(owner, name, { value, configurable: true, writable: true });
  const uncurried = (method) => Function.prototype.call.bind(method);

  // The engine has no Intl: it would ignore locales and options.
  const refuse = (name, instead) => {
    throw new TypeError(
      `${name}: functions have no Intl yet, so locales, time zones and options are not supported. ${instead}. See the article "Write functions".`,
    );
  };
  const OWN_FORMAT = 'Format the value yourself, or return it as it is and format it where it is shown';
  const dates = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) => [Date, name]);
  const numbers = [Number, BigInt, Array, Object.getPrototypeOf(Uint8Array)].map((type) => [
    type,
    'toLocaleString',
  ]);
  for (const [{ prototype }, name] of [...dates, ...numbers]) {
    const original = uncurried(prototype[name]);
    const instead = prototype === Date.prototype ? `${OWN_FORMAT}; toISOString() is in UTC` : OWN_FORMAT;
    const { [name]: amended } = {
      [name](locales, options) {
        if (locales !== undefined || options !== undefined) refuse(name, instead);
        return original(this);
      },
    };
    define(prototype, name, amended);
  }
  for (const [name, plainName] of [
    ['toLocaleUpperCase', 'toUpperCase()'],
    ['toLocaleLowerCase', 'toLowerCase()'],
  ]) {
    const original = uncurried(String.prototype[name]);
    const { [name]: amended } = {
      [name](locales) {
        if (locales !== undefined) refuse(name, `Use ${plainName}`);
        return original(this);
      },
    };
    define(String.prototype, name, amended);
  }
  const compare = uncurried(String.prototype.localeCompare);
  const { localeCompare } = {
    localeCompare(that, locales, options) {
      if (locales !== undefined || options !== undefined)
        refuse('localeCompare', 'Leave them out to compare by character codes');
      return compare(this, that);
    },
  };
  define(String.prototype, 'localeCompare', localeCompare);

  // Would hand out functions of the prelude.
  Error.prepareStackTrace = (_error, sites) => sites;
  const [site] = new Error().stack;
  Error.prepareStackTrace = undefined;
  delete Object.getPrototypeOf(site).getFunction;
  delete Object.getPrototypeOf(site).getThis;

  // An error in a job of the engine would end the machine.
  const guarded =
    (work) =>
    (...given) => {
      try {
        work(...given);
      } catch (error) {
        fail(error);
      }
    };
  const queue = globalThis.queueMicrotask;
  const { queueMicrotask } = {
    queueMicrotask(callback) {
      if (typeof callback !== 'function') throw new TypeError('queueMicrotask expects a function');
      queue(guarded(callback));
    },
  };
  define(globalThis, 'queueMicrotask', queueMicrotask);
  const Registry = FinalizationRegistry;
  const { FinalizationRegistry: GuardedRegistry } = {
    FinalizationRegistry: class FinalizationRegistry extends Registry {
      constructor(cleanup) {
        super(typeof cleanup === 'function' ? guarded(cleanup) : cleanup);
      }
    },
  };
  define(globalThis, 'FinalizationRegistry', GuardedRegistry);
});
