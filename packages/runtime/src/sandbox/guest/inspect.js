/*
 * Runs inside the sandbox, before the prelude: how a customer's values and errors are shown as text. Whatever they are, the result is some text.
 */
(function inspect() {
  'use strict';
  const { stringify } = JSON;
  const { getPrototypeOf, prototype: plain } = Object;
  const MAX_TEXT = 8192;
  const MAX_CAUSES = 5;
  const MAX_OBJECTS = 1000;

  function show(value) {
    if (typeof value !== 'object') return inWords(value);
    try {
      if (value instanceof Error) return `${headline(value)}${causesOf(value)}\n${value.stack}`;
      return toJson(value);
    } catch {
      return String(value);
    }
  }

  function inWords(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[function ${value.name || '(anonymous)'}]`;
    return String(value);
  }

  /** JSON of a value, with words for what JSON leaves out or refuses. */
  function toJson(value) {
    const ancestors = [];
    let count = 0;
    return stringify(value, function replace(_key, part) {
      if (['bigint', 'symbol', 'function'].includes(typeof part)) return inWords(part);
      if (typeof part !== 'object' || part === null) return part;
      if (part instanceof Error) return headline(part);
      // `this` holds the part: whatever is behind it is finished.
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
      if (ancestors.includes(part)) return '[circular]';
      // Objects that share their parts can be endless as text.
      count += 1;
      if (count > MAX_OBJECTS) return '…';
      ancestors.push(part);
      return part;
    });
  }

  const headline = (value) => (value instanceof Error ? `${value.name}: ${value.message}` : show(value));

  function causesOf(error) {
    let text = '';
    for (let cause = error.cause, count = 0; cause !== undefined && count < MAX_CAUSES; count += 1) {
      text += `\nCaused by ${headline(cause)}`;
      cause = cause instanceof Error ? cause.cause : undefined;
    }
    return text;
  }

  function short(value) {
    const text = show(value);
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  }

  /** Anything can be thrown. A value that is not an error is its own message. */
  function describe(thrown) {
    try {
      if (!isError(thrown)) return { name: 'Error', message: short(thrown), stack: '' };
      const message = short(thrown.message + causesOf(thrown));
      const described = { name: short(thrown.name), message, stack: short(thrown.stack ?? '') };
      if ('expected' in thrown) described.expected = short(thrown.expected);
      if ('actual' in thrown) described.actual = short(thrown.actual);
      return described;
    } catch {
      return { name: 'Error', message: 'An error that cannot be read', stack: '' };
    }
  }

  /** An error, or an object of a class that looks like one. */
  function isError(thrown) {
    if (typeof thrown !== 'object' || thrown === null) return false;
    const prototype = getPrototypeOf(thrown);
    return prototype !== plain && prototype !== null && typeof thrown.message === 'string';
  }

  return { show, describe };
});
