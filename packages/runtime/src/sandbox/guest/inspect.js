/*
 * Runs inside the sandbox, before the prelude: formats a customer's values and errors the way Node's inspector
 * does. Returns some text for every input.
 */
(function inspect(views) {
  'use strict';
  // Copies of built-ins: customers may change the globals.
  const { String } = globalThis;
  const { stringify } = JSON;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { assign, create, is, prototype: plain } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { toString } = plain;

  /** Longest text of an error, of a value in it, and of each side of a comparison. */
  const MAX_TEXT = 8192;
  /** Longest text of a value in the console, which keeps 64 KiB of a call. */
  const MAX_SHOWN = 65_536;
  /** Two values are compared as texts of up to this length, with indentation, and cut around their first difference. */
  const MAX_COMPARED = 2_000_000;
  const MAX_DEPTH = 40;
  const MAX_ERRORS = 20;
  const LINE = 72;
  /** Characters before the first difference of two texts. */
  const CONTEXT = 2000;

  const INVISIBLE = /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;
  const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
  /** Told in other ways. */
  const ERROR_FIELDS = new Set(['name', 'message', 'stack', 'cause', 'errors']);
  const ASSERTION_FIELDS = new Set(['actual', 'expected', 'showDiff', 'operator']);
  const isTold = (error, key) =>
    ERROR_FIELDS.has(key) || (error.name === 'AssertionError' && ASSERTION_FIELDS.has(key));

  /** `isCompared`: each member on a line of its own and keys in order, so that a difference is a line. */
  function write(value, { room, isCompared = false, isQuoted = false }) {
    const ancestors = [];

    function write(value, indent) {
      const text =
        typeof value === 'object' && value !== null ? writeObject(value, indent) : primitive(value);
      if (typeof value !== 'object') room -= text.length;
      return text;
    }

    function writeObject(value, indent) {
      if (ancestors.includes(value)) return '[Circular]';
      if (room <= 0 || ancestors.length >= MAX_DEPTH) return '…';
      ancestors.push(value);
      const { prefix, open, close, items } = parts(value, `${indent}  `);
      ancestors.pop();
      if (open === undefined) return prefix;
      return `${prefix}${prefix && open ? ' ' : ''}${layOut(open, items, close, indent)}`;
    }

    function layOut(open, items, close, indent) {
      if (items.length === 0) return `${open}${close}`;
      const length = items.reduce((sum, item) => sum + item.length + 2, open.length + close.length);
      const isShort = !isCompared && length + indent.length <= LINE;
      if (isShort && !items.some((item) => item.includes('\n')))
        return `${open} ${items.join(', ')} ${close}`;
      const inner = `${indent}  `;
      const lines = isCompared ? items : filled(items);
      return `${open}\n${inner}${lines.join(`,\n${inner}`)}${isCompared ? ',' : ''}\n${indent}${close}`;
    }

    function parts(value, indent) {
      const name = classOf(value);
      const items = [];
      const add = (make) => {
        if (room <= 0) {
          if (items.at(-1) !== '…') items.push('…');
          return false;
        }
        const item = make();
        room -= indent.length + 4;
        items.push(item);
        return true;
      };
      const addFields = (skipped) => {
        let keys = ownKeys(value).filter((key) => !skipped?.(key));
        if (isCompared) keys = keys.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
        for (const key of keys) {
          const { enumerable, get, set, value: part } = getOwnPropertyDescriptor(value, key) ?? {};
          if (!enumerable) continue;
          const shown = () => (get || set ? '[Getter]' : write(part, indent));
          if (!add(() => `${nameOf(key)}: ${shown()}`)) break;
        }
      };
      if (isArray(value) || (isView(value) && !(value instanceof DataView))) {
        const { length } = value;
        for (let at = 0; at < length; at += 1) {
          const isHole = isArray(value) && !(at in value);
          if (!add(() => (isHole ? '<empty>' : write(value[at], indent)))) break;
        }
        addFields((key) => key === 'length' || (typeof key === 'string' && /^\d+$/.test(key)));
        return {
          prefix: isArray(value) && name === 'Array' ? '' : `${name}(${length})`,
          open: '[',
          close: ']',
          items,
        };
      }
      if (value instanceof Map) {
        for (const [key, part] of value)
          if (!add(() => `${write(key, indent)} => ${write(part, indent)}`)) break;
        addFields();
        return { prefix: `${name}(${value.size})`, open: '{', close: '}', items };
      }
      if (value instanceof Set) {
        for (const part of value) if (!add(() => write(part, indent))) break;
        addFields();
        return { prefix: `${name}(${value.size})`, open: '{', close: '}', items };
      }
      const view = views.find(([type]) => value instanceof type)?.[1](value);
      if (view) {
        for (const [key, part] of view.pairs ?? [])
          if (!add(() => `${write(key, indent)} => ${write(part, indent)}`)) break;
        for (const [key, part] of Object.entries(view.fields ?? {}))
          if (!add(() => `${nameOf(key)}: ${write(part, indent)}`)) break;
        addFields();
        return { prefix: name, open: '{', close: '}', items };
      }
      const word = wordOf(value);
      addFields(value instanceof Error ? (key) => isTold(value, key) : undefined);
      if (word !== undefined) {
        return items.length > 0 ? { prefix: word, open: '{', close: '}', items } : { prefix: word };
      }
      const isOpaque = name !== 'Object' && items.length === 0 && /^(?:Promise|Weak|.*Generator)/.test(name);
      if (isOpaque) items.push('…');
      return { prefix: name === 'Object' ? '' : name, open: '{', close: '}', items };
    }

    return typeof value === 'string' && !isQuoted ? value.slice(0, room + 1) : write(value, '');
  }

  function primitive(value) {
    if (typeof value === 'string') return quote(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (is(value, -0)) return '-0';
    if (typeof value !== 'function') return String(value);
    const isClass = apply(Function.prototype.toString, value, []).startsWith('class');
    return isClass ? `[class ${value.name || '(anonymous)'}]` : `[Function: ${value.name || '(anonymous)'}]`;
  }

  /** Objects that are a word, like a date. */
  function wordOf(value) {
    if (value instanceof Error) return `[${headline(value)}]`;
    if (value instanceof RegExp) return String(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    const boxed = [Number, String, Boolean, Symbol, BigInt].find((type) => value instanceof type);
    return boxed && `[${boxed.name}: ${primitive(value.valueOf())}]`;
  }

  /** Class of an object, or its `toStringTag`. */
  function classOf(value) {
    const prototype = getPrototypeOf(value);
    if (prototype === null) return '[Object: null prototype]';
    const tag = apply(toString, value, []).slice(8, -1);
    if (/Generator$/.test(tag)) return tag;
    const { constructor } = prototype;
    return (typeof constructor === 'function' && constructor.name) || tag;
  }

  function quote(text) {
    const json = stringify(text).replace(
      INVISIBLE,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
  }

  function nameOf(key) {
    if (typeof key === 'symbol') return `[${String(key)}]`;
    return IDENTIFIER.test(key) ? key : quote(key);
  }

  /** Lines with several short items each, for long lists. */
  function filled(items) {
    if (items.length <= 6 || items.some((item) => item.length > 16 || item.includes(': '))) return items;
    const lines = [];
    for (const item of items) {
      const line = lines.at(-1);
      if (line !== undefined && line.length + item.length < LINE)
        lines[lines.length - 1] = `${line}, ${item}`;
      else lines.push(item);
    }
    return lines;
  }

  const headline = (error) => (error.message ? `${error.name}: ${error.message}` : String(error.name));

  /** Properties of an error besides its name, message and stack: fields, errors and cause, each once. */
  function detailsOf(error) {
    const seen = new Set([error]);
    let text = '';
    const tell = (prefix, indent, inner) => {
      if (seen.has(inner)) text += `\n${indent}${prefix}[Circular]`;
      else if (seen.size <= MAX_ERRORS) {
        const isInner = inner instanceof Error;
        if (isInner) seen.add(inner);
        text += `\n${indent}${prefix}${isInner ? headline(inner) : show(inner)}`;
        if (isInner) addDetails(inner, `${indent}  `);
      }
    };
    const addDetails = (from, indent) => {
      const fields = ownKeys(from).filter(
        (key) => !isTold(from, key) && getOwnPropertyDescriptor(from, key)?.enumerable,
      );
      if (fields.length > 0) {
        const own = Object.fromEntries(fields.map((key) => [key, from[key]]));
        text += `\n${indent}${write(own, { room: MAX_TEXT }).replaceAll('\n', `\n${indent}`)}`;
      }
      const { errors } = from;
      if (isArray(errors)) {
        errors.slice(0, MAX_ERRORS).forEach((inner, at) => tell(`${at + 1}. `, indent, inner));
        if (errors.length > MAX_ERRORS) text += `\n${indent}… and ${errors.length - MAX_ERRORS} more`;
      }
      if (from.cause !== undefined) tell('Caused by ', indent.slice(2), from.cause);
    };
    addDetails(error, '');
    return text;
  }

  /** Without the frames of the platform. */
  const stackOf = ({ stack }) =>
    String(stack ?? '')
      .split('\n')
      .filter((line) => !line.includes('(atrium:'))
      .join('\n');

  function show(value, room = MAX_SHOWN) {
    try {
      if (value instanceof Error) return `${headline(value)}${detailsOf(value)}\n${stackOf(value)}`;
      return write(value, { room });
    } catch {
      try {
        return String(value);
      } catch {
        return 'A value that cannot be shown';
      }
    }
  }

  /** Like `show`, but with quoted strings, as inside other values. */
  const showPart = (value) => (typeof value === 'string' ? quote(value) : show(value));

  const cut = (text) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
  const short = (value) => cut(show(value, MAX_TEXT));

  /** Operands of an assertion, as texts that differ if the values do. */
  function compare(expected, actual) {
    const texts = (isQuoted) =>
      [expected, actual].map((value) => write(value, { room: MAX_COMPARED, isCompared: true, isQuoted }));
    let [first, second] = texts(false);
    if (first === second) [first, second] = texts(true);
    if (first.length <= MAX_TEXT && second.length <= MAX_TEXT) return [first, second];
    const from = first === second ? 0 : startOf(first, firstDifference(first, second));
    return [first, second].map((text) => `${from > 0 ? '…\n' : ''}${cut(text.slice(from))}`);
  }

  function firstDifference(first, second) {
    let same = 0;
    let end = Math.min(first.length, second.length) + 1;
    while (end - same > 1) {
      const middle = (same + end) >> 1;
      if (first.slice(same, middle) === second.slice(same, middle)) same = middle;
      else end = middle;
    }
    return same;
  }

  /** Start of the context before a difference: the beginning of a line, if one is near. */
  function startOf(text, difference) {
    const earliest = Math.max(0, difference - CONTEXT);
    const line = text.indexOf('\n', earliest) + 1;
    return earliest === 0 || line === 0 || line > difference ? earliest : line;
  }

  /** No one's `toJSON` is called for it. */
  const bare = (fields) => assign(create(null), fields);

  /** Anything can be thrown. A value that is not an error is its own message. */
  function describe(thrown) {
    try {
      if (!isError(thrown)) return bare({ name: 'Error', message: short(thrown), stack: '' });
      const message = cut(`${messageOf(thrown)}${orNothing(detailsOf, thrown) ?? ''}`);
      const told = { name: short(thrown.name), message, stack: short(thrown.stack ?? '') };
      return bare({ ...told, ...orNothing(comparedBy, thrown) });
    } catch {
      return bare({ name: 'Error', message: 'An error that cannot be read', stack: '' });
    }
  }

  /** Unreadable properties of an error never hide its message. */
  function orNothing(read, thrown) {
    try {
      return read(thrown);
    } catch {
      return undefined;
    }
  }

  /** Operands of an assertion, if it has any: `include` compares nothing, and has `showDiff: false`. */
  function comparedBy(thrown) {
    if (!('expected' in thrown && 'actual' in thrown) || thrown.showDiff === false) return undefined;
    if (is(thrown.expected, thrown.actual)) return undefined;
    const [expected, actual] = compare(thrown.expected, thrown.actual);
    const isNegated = String(thrown.operator).startsWith('not');
    return isNegated && expected === actual ? undefined : { expected, actual };
  }

  function messageOf({ message, errors }) {
    if (message !== '' || !isArray(errors)) return short(message);
    return errors.length === 1 ? '1 error' : `${errors.length} errors`;
  }

  /** An error, or an object of a class that looks like one. */
  function isError(thrown) {
    if (typeof thrown !== 'object' || thrown === null) return false;
    const prototype = getPrototypeOf(thrown);
    return prototype !== plain && prototype !== null && typeof thrown.message === 'string';
  }

  return { show, showPart, short, describe };
});
