/*
 * Runs inside the sandbox: timers. The host wakes the call when the first one is due; a call that ends takes its timers with
 * it.
 */
(function timers(wake, fail, isTest) {
  'use strict';
  const MAX_TIMERS = 10_000;
  const MAX_DELAY = 2 ** 31 - 1;
  const { performance } = globalThis;
  const clock = performance.now.bind(performance);
  const { apply } = Reflect;
  const { floor, ceil, min, max } = Math;
  const timers = new Map();
  /** Heap of timers, the first one due at its top; cleared ones leave it when they get there. */
  let heap = [];
  let timeouts = 0;
  let nextId = 1;
  let beganAt = clock();
  let beganOn = Date.now();
  let dueUntil = 0;
  /** Waking that the host was told last. */
  let told = '';

  const comesBefore = (one, other) => one.due < other.due || (one.due === other.due && one.turn < other.turn);

  function push(timer) {
    let at = heap.length;
    for (; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!comesBefore(timer, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = timer;
  }

  function pop() {
    const last = heap[heap.length - 1];
    heap.length -= 1;
    const { length } = heap;
    for (let at = 0; at < length; ) {
      let child = 2 * at + 1;
      if (child + 1 < length && comesBefore(heap[child + 1], heap[child])) child += 1;
      if (child >= length || !comesBefore(heap[child], last)) {
        heap[at] = last;
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
  }

  /** The timer that is due first. */
  function first() {
    for (; heap.length > 0 && !heap[0].isSet; ) pop();
    return heap[0];
  }

  function tellHost() {
    const next = first();
    const isTimeoutLeft = timeouts > 0;
    const now = next ? `${next.due} ${isTimeoutLeft}` : '';
    if (now === told) return;
    told = now;
    wake(next ? max(0, ceil(next.due - clock())) : -1, isTimeoutLeft);
  }

  let turns = 0;
  function start(timer) {
    timer.due = clock() + timer.delay;
    timer.turn = turns++;
    push(timer);
  }

  /** A quiet timer keeps no test from ending. */
  function set(name, callback, delay, given = [], isQuiet = name === 'setInterval') {
    if (typeof callback !== 'function') throw new TypeError(`${name} expects a function`);
    if (timers.size >= MAX_TIMERS)
      throw new RangeError(`At most ${MAX_TIMERS} timers may be set at the same time`);
    const id = nextId++;
    const ms = min(MAX_DELAY, max(1, floor(+delay) || 1));
    const isRepeating = name === 'setInterval';
    const place = isTest() ? new Error() : undefined;
    const timer = {
      id,
      name,
      callback,
      given,
      delay: ms,
      isRepeating,
      isQuiet,
      isSet: true,
      place,
      due: 0,
      turn: 0,
    };
    if (!isQuiet) timeouts += 1;
    timers.set(id, timer);
    start(timer);
    tellHost();
    return id;
  }

  function remove(timer) {
    if (!timer?.isSet) return;
    timer.isSet = false;
    timers.delete(timer.id);
    if (!timer.isQuiet) timeouts -= 1;
  }

  function clear(id) {
    remove(timers.get(+id));
    // Most of those that are cleared are due late: they must not gather.
    if (heap.length > 2 * timers.size + 100) {
      const left = [...timers.values()];
      heap = [];
      for (const timer of left) push(timer);
    }
    tellHost();
  }

  /** Runs one timer of those that were due at the first call, so that promises settle between two of them. */
  function fire(isFirst) {
    if (isFirst) {
      dueUntil = clock();
      told = undefined;
    }
    const timer = first();
    const isDue = timer !== undefined && timer.due <= dueUntil;
    if (isDue) {
      pop();
      if (timer.isRepeating) start(timer);
      else remove(timer);
      try {
        apply(timer.callback, undefined, timer.given);
      } catch (error) {
        fail(error);
      }
    }
    tellHost();
    return isDue;
  }

  /** For a new call: the timers of the last one are gone, and its time begins. */
  function reset() {
    if (nextId > 1) {
      timers.clear();
      heap = [];
      timeouts = 0;
      told = '';
    }
    beganAt = clock();
    beganOn = Date.now();
  }

  const define = (owner, name, value) =>
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  const globals = {
    setTimeout: (callback, delay, ...given) => set('setTimeout', callback, delay, given),
    setInterval: (callback, delay, ...given) => set('setInterval', callback, delay, given),
    clearTimeout: (id) => clear(id),
    clearInterval: (id) => clear(id),
  };
  for (const name of Object.keys(globals)) define(globalThis, name, globals[name]);
  // The engine's own tells how long the machine has been there.
  const ofCall = {
    now: () => clock() - beganAt,
    get timeOrigin() {
      return beganOn;
    },
    toJSON: () => ({ timeOrigin: beganOn }),
  };
  define(
    globalThis,
    'performance',
    Object.defineProperty(ofCall, Symbol.toStringTag, { value: 'Performance' }),
  );

  /** Timer that a test has left; an abort that has nothing to abort any more is no work. */
  const left = () => {
    for (const timer of timers.values()) if (timer.isRepeating || !timer.isQuiet) return timer;
    return undefined;
  };
  const setQuietly = (callback, delay) => set('setTimeout', callback, delay, [], true);

  return { fire, reset, left, setQuietly };
});
