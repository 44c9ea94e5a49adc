/*
 * Runs inside the sandbox, before the prelude: built-ins of the engine that would return a wrong value without a word, show code of the
 * platform, or end the machine.
 */
(function amendBuiltIns(fail) {
  'use strict';
  const { defineProperty } = Object;
  const define = (owner, name, value) =>
    defineProperty(owner, name, { value, configurable: true, writable: true });

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
