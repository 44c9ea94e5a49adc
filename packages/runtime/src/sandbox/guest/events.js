/*
 * Runs inside the sandbox, before the prelude: Event, EventTarget, AbortController and AbortSignal.
 */
(function events(later) {
  'use strict';
  const { apply } = Reflect;
  let dispatched;

  class Event {
    #type;
    #options;
    #target = null;
    #currentTarget = null;
    #isStopped = false;
    #isDispatched = false;
    #isPrevented = false;
    #timeStamp = performance.now();

    constructor(type, options = {}) {
      if (arguments.length === 0) throw new TypeError('Event needs a type');
      this.#type = `${type}`;
      const { bubbles, cancelable, composed } = options ?? {};
      this.#options = {
        bubbles: Boolean(bubbles),
        cancelable: Boolean(cancelable),
        composed: Boolean(composed),
      };
    }

    static {
      dispatched = {
        begin(event, target) {
          if (event.#isDispatched)
            throw new DOMException('The event is being dispatched already', 'InvalidStateError');
          event.#isDispatched = true;
          event.#isStopped = false;
          event.#target = target;
          event.#currentTarget = target;
        },
        isStopped: (event) => event.#isStopped,
        end(event) {
          event.#isDispatched = false;
          event.#currentTarget = null;
          return !event.#isPrevented;
        },
      };
      for (const [name, value] of Object.entries({
        NONE: 0,
        CAPTURING_PHASE: 1,
        AT_TARGET: 2,
        BUBBLING_PHASE: 3,
      }))
        for (const owner of [Event, Event.prototype])
          Object.defineProperty(owner, name, { value, enumerable: true });
    }

    get type() {
      return this.#type;
    }

    get bubbles() {
      return this.#options.bubbles;
    }

    get cancelable() {
      return this.#options.cancelable;
    }

    get composed() {
      return this.#options.composed;
    }

    get target() {
      return this.#target;
    }

    get srcElement() {
      return this.#target;
    }

    get currentTarget() {
      return this.#currentTarget;
    }

    get eventPhase() {
      return this.#isDispatched ? 2 : 0;
    }

    get defaultPrevented() {
      return this.#isPrevented;
    }

    get returnValue() {
      return !this.#isPrevented;
    }

    get isTrusted() {
      return false;
    }

    get timeStamp() {
      return this.#timeStamp;
    }

    composedPath() {
      return this.#isDispatched ? [this.#target] : [];
    }

    preventDefault() {
      if (this.#options.cancelable) this.#isPrevented = true;
    }

    /** An event has one target here, so that there is nowhere else to go. */
    stopPropagation() {}

    stopImmediatePropagation() {
      this.#isStopped = true;
    }
  }

  class CustomEvent extends Event {
    #detail;

    constructor(type, options = {}) {
      super(...arguments);
      this.#detail = options?.detail ?? null;
    }

    get detail() {
      return this.#detail;
    }
  }

  class EventTarget {
    #listeners = [];

    addEventListener(type, callback, options = {}) {
      if (arguments.length < 2) throw new TypeError('addEventListener needs a type and a listener');
      if (callback === null || callback === undefined) return;
      if (typeof callback !== 'function' && typeof callback !== 'object')
        throw new TypeError('A listener is a function or an object with handleEvent');
      const { capture, once, signal } = typeof options === 'boolean' ? { capture: options } : (options ?? {});
      if (signal?.aborted) return;
      const listener = { type: `${type}`, callback, capture: Boolean(capture), once: Boolean(once) };
      if (this.#find(listener)) return;
      this.#listeners.push(listener);
      signal?.addEventListener('abort', () => this.#remove(listener), { once: true });
    }

    removeEventListener(type, callback, options = {}) {
      if (arguments.length < 2) throw new TypeError('removeEventListener needs a type and a listener');
      const capture = Boolean(typeof options === 'boolean' ? options : options?.capture);
      this.#remove(this.#find({ type: `${type}`, callback, capture }));
    }

    dispatchEvent(event) {
      if (!(event instanceof Event)) throw new TypeError('dispatchEvent needs an Event');
      dispatched.begin(event, this);
      for (const listener of this.#listeners.filter(({ type }) => type === event.type)) {
        if (dispatched.isStopped(event)) break;
        if (!this.#listeners.includes(listener)) continue;
        if (listener.once) this.#remove(listener);
        const { callback } = listener;
        try {
          if (typeof callback === 'function') apply(callback, this, [event]);
          else callback.handleEvent(event);
        } catch (error) {
          // It fails the call, not the others who listen.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
      return dispatched.end(event);
    }

    #find({ type, callback, capture }) {
      return this.#listeners.find(
        (each) => each.type === type && each.callback === callback && each.capture === capture,
      );
    }

    #remove(listener) {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    }
  }

  const KEY = Symbol('signal');
  let abort;
  /** Adds work that runs before the listeners, which may throw. Returns a function that takes it back. */
  let follow;

  class AbortSignal extends EventTarget {
    #isAborted = false;
    #reason;
    #followers = new Set();
    #handler = null;

    constructor(key) {
      if (key !== KEY) throw new TypeError('Illegal constructor: use an AbortController');
      super();
    }

    static {
      abort = (signal, reason = new DOMException('This operation was aborted', 'AbortError')) => {
        if (signal.#isAborted) return;
        signal.#isAborted = true;
        signal.#reason = reason;
        const followers = [...signal.#followers];
        signal.#followers.clear();
        for (const work of followers) work(reason);
        signal.dispatchEvent(new Event('abort'));
      };
      follow = (signal, work) => {
        signal.#followers.add(work);
        return () => signal.#followers.delete(work);
      };
    }

    static abort(reason) {
      const signal = new AbortSignal(KEY);
      abort(signal, reason);
      return signal;
    }

    static any(signals) {
      const given = [...signals];
      if (!given.every((each) => each instanceof AbortSignal))
        throw new TypeError('AbortSignal.any needs a list of signals');
      const signal = new AbortSignal(KEY);
      const first = given.find((each) => each.#isAborted);
      if (first) abort(signal, first.#reason);
      else for (const each of given) each.#followers.add((reason) => abort(signal, reason));
      return signal;
    }

    static timeout(ms) {
      const delay = Number(ms);
      if (!(delay >= 0 && delay <= Number.MAX_SAFE_INTEGER))
        throw new RangeError(`AbortSignal.timeout needs a number of milliseconds, not ${ms}`);
      const signal = new AbortSignal(KEY);
      later(
        () => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
        delay,
      );
      return signal;
    }

    get aborted() {
      return this.#isAborted;
    }

    get reason() {
      return this.#reason;
    }

    get onabort() {
      return this.#handler;
    }

    set onabort(handler) {
      if (this.#handler) this.removeEventListener('abort', this.#handler);
      this.#handler = typeof handler === 'function' ? handler : null;
      if (this.#handler) this.addEventListener('abort', this.#handler);
    }

    throwIfAborted() {
      if (this.#isAborted) throw this.#reason;
    }
  }

  class AbortController {
    #signal = new AbortSignal(KEY);

    get signal() {
      return this.#signal;
    }

    abort(reason) {
      abort(this.#signal, reason);
    }
  }

  return {
    globals: { Event, CustomEvent, EventTarget, AbortSignal, AbortController },
    follow,
    views: [
      [AbortSignal, ({ aborted }) => ({ fields: { aborted } })],
      [AbortController, ({ signal }) => ({ fields: { signal } })],
      [
        Event,
        ({ type, defaultPrevented, cancelable }) => ({ fields: { type, defaultPrevented, cancelable } }),
      ],
    ],
  };
});
