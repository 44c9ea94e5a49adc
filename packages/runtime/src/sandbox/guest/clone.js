/*
 * Runs inside the sandbox, before the prelude: structuredClone. The engine's own ends the machine where a value is too deep.
 */
(function cloning(isShared) {
  'use strict';
  const { keys } = Object;
  const errors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, Error];
  const numbers = [
    Uint8Array,
    Uint8ClampedArray,
    Int8Array,
    Uint16Array,
    Int16Array,
    Uint32Array,
    Int32Array,
    Float16Array,
    Float32Array,
    Float64Array,
    BigUint64Array,
    BigInt64Array,
  ];
  const boxed = [Boolean, Number, String, BigInt];
  const views = [DataView, ...numbers];
  const refuse = (what) => {
    throw new DOMException(`${what} could not be cloned.`, 'DataCloneError');
  };

  function structuredClone(value, options = {}) {
    if (arguments.length === 0) throw new TypeError('structuredClone needs a value');
    const transferred = new Set(options?.transfer ?? []);
    for (const each of transferred)
      if (!(each instanceof ArrayBuffer)) refuse('A value that cannot be transferred');
    const known = new Map();
    const cloned = clone(value, known);
    for (const buffer of transferred) if (buffer.detached) refuse('A detached ArrayBuffer');
    for (const buffer of transferred) buffer.transfer();
    return cloned;
  }

  function clone(value, known) {
    if (typeof value === 'symbol') refuse(String(value));
    if (typeof value === 'function') refuse('A function');
    if (typeof value !== 'object' || value === null || isShared(value)) return value;
    if (known.has(value)) return known.get(value);
    const keep = (made) => {
      known.set(value, made);
      return made;
    };
    const type = boxed.find((each) => value instanceof each);
    if (type) return keep(Object(type.prototype.valueOf.call(value)));
    if (value instanceof Date) return keep(new Date(value.getTime()));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      const buffer = clone(value.buffer, known);
      const type = views.find((each) => value instanceof each);
      return keep(new type(buffer, value.byteOffset, value.length ?? value.byteLength));
    }
    if (value instanceof Map) {
      const made = keep(new Map());
      for (const [key, part] of value) made.set(clone(key, known), clone(part, known));
      return made;
    }
    if (value instanceof Set) {
      const made = keep(new Set());
      for (const part of value) made.add(clone(part, known));
      return made;
    }
    if (value instanceof Error) return keep(cloneError(value, known));
    if (!Array.isArray(value) && Symbol.toStringTag in value) refuse(Object.prototype.toString.call(value));
    const made = keep(Array.isArray(value) ? Object.assign([], { length: value.length }) : {});
    for (const key of keys(value))
      Object.defineProperty(made, key, {
        value: clone(value[key], known),
        configurable: true,
        enumerable: true,
        writable: true,
      });
    return made;
  }

  function cloneError(error, known) {
    const type = errors.find(({ name }) => name === error.name) ?? Error;
    const made = new type(error.message);
    known.set(error, made);
    const hidden = { configurable: true, writable: true };
    Object.defineProperty(made, 'stack', { value: `${error.stack}`, ...hidden });
    if (Object.hasOwn(error, 'cause'))
      Object.defineProperty(made, 'cause', { value: clone(error.cause, known), ...hidden });
    return made;
  }

  return { globals: { structuredClone } };
});
