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
  const { assign, create, is, keys, prototype: plain } = Object;
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
  const LINE = 80;
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
    /** Objects that contain themselves, with their number. */
    const circular = new Map();
    /** Of the object that was written last. */
    let depth = 0;

    function write(value, indent) {
      const text =
        typeof value === 'object' && value !== null ? writeObject(value, indent) : primitive(value);
      if (typeof value !== 'object') room -= text.length;
      return text;
    }

    function writeObject(value, indent) {
      if (ancestors.includes(value)) {
        if (!circular.has(value)) circular.set(value, circular.size + 1);
        return `[Circular *${circular.get(value)}]`;
      }
      if (room <= 0 || ancestors.length >= MAX_DEPTH) return '…';
      ancestors.push(value);
      depth = ancestors.length;
      const { prefix: word, open, close, items, list } = parts(value, `${indent}  `);
      const inner = depth - ancestors.length;
      ancestors.pop();
      const number = circular.get(value);
      const prefix = number === undefined ? word : `<ref *${number}>${word ? ' ' : ''}${word}`;
      if (open === undefined) return prefix;
      const start = `${prefix}${prefix && open ? ' ' : ''}${open}`;
      return `${start}${layOut(start, items, close, { indent, inner, list })}`;
    }

    /** On one line if there is room and at most three levels, as Node does. */
    function layOut(start, items, close, { indent, inner, list }) {
      if (items.length === 0) return close;
      const groups = !isCompared && list ? grouped(items, list, indent.length) : items;
      const length = items.reduce((sum, item) => sum + item.length + 2, start.length + indent.length + 10);
      const isShort = !isCompared && inner < 3 && groups === items && length <= LINE;
      if (isShort && !items.some((item) => item.includes('\n'))) return ` ${items.join(', ')} ${close}`;
      const next = `\n${indent}  `;
      return `${next}${groups.join(`,${next}`)}${isCompared ? ',' : ''}\n${indent}${close}`;
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
          const accessor = get && set ? '[Getter/Setter]' : get ? '[Getter]' : set ? '[Setter]' : undefined;
          const shown = () => accessor ?? write(part, indent);
          if (!add(() => `${nameOf(key)}: ${shown()}`)) break;
        }
      };
      if (isArray(value) || (isView(value) && !(value instanceof DataView))) {
        const { length } = value;
        for (let at = 0; at < length; at += 1) {
          const holes = isArray(value) && !(at in value) ? holesFrom(value, at) : 0;
          if (
            !add(() =>
              holes > 0 ? `<${holes} empty item${holes === 1 ? '' : 's'}>` : write(value[at], indent),
            )
          )
            break;
          if (holes > 0) at += holes - 1;
        }
        addFields((key) => key === 'length' || (typeof key === 'string' && /^\d+$/.test(key)));
        return {
          prefix: isArray(value) && name === 'Array' ? '' : `${name}(${length})`,
          open: '[',
          close: ']',
          items,
          list: value,
        };
      }
      if (value instanceof Map) {
        for (const [key, part] of value)
          if (!add(() => `${write(key, indent)} => ${write(part, indent)}`)) break;
        addFields();
        return {
          prefix: `${name}(${value.size})${name === 'Map' ? '' : ' [Map]'}`,
          open: '{',
          close: '}',
          items,
        };
      }
      if (value instanceof Set) {
        for (const part of value) if (!add(() => write(part, indent))) break;
        addFields();
        return {
          prefix: `${name}(${value.size})${name === 'Set' ? '' : ' [Set]'}`,
          open: '{',
          close: '}',
          items,
        };
      }
      if (value instanceof ArrayBuffer) {
        const bytes = new Uint8Array(value, 0, Math.min(value.byteLength, 50))
          .toHex()
          .replace(/(..)(?=.)/g, '$1 ');
        const more = value.byteLength > 50 ? ` ... ${value.byteLength - 50} more bytes` : '';
        add(() => `[Uint8Contents]: <${bytes}${more}>`);
        add(() => `[byteLength]: ${value.byteLength}`);
        return { prefix: name, open: '{', close: '}', items };
      }
      const view = views.find(([type]) => value instanceof type)?.[1](value);
      if (view) {
        for (const [key, part] of view.pairs ?? [])
          if (!add(() => `${write(key, indent)} => ${write(part, indent)}`)) break;
        for (const [key, part] of Object.entries(view.fields ?? {}))
          if (!add(() => `${nameOf(key)}: ${write(part, indent)}`)) break;
        if (!view.isWhole) addFields();
        return { prefix: name, open: '{', close: '}', items };
      }
      const word = wordOf(value);
      addFields(
        value instanceof Error
          ? (key) => isTold(value, key)
          : value instanceof String
            ? (key) => key === 'length' || (typeof key === 'string' && /^\d+$/.test(key))
            : undefined,
      );
      if (word !== undefined) {
        return items.length > 0 ? { prefix: word, open: '{', close: '}', items } : { prefix: word };
      }
      if (items.length === 0 && /^Weak(?:Map|Set)$/.test(name)) items.push('<items unknown>');
      else if (items.length === 0 && /^(?:Promise|.*Generator)/.test(name)) items.push('…');
      const tag = tagOf(value, name);
      return { prefix: name === 'Object' && !tag ? '' : `${name}${tag}`, open: '{', close: '}', items };
    }

    return typeof value === 'string' && !isQuoted ? value.slice(0, room + 1) : write(value, '');
  }

  function primitive(value) {
    if (typeof value === 'string') return quote(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (is(value, -0)) return '-0';
    if (typeof value !== 'function') return String(value);
    const isClass = apply(Function.prototype.toString, value, []).startsWith('class');
    if (!isClass) {
      const { constructor } = getPrototypeOf(value) ?? {};
      const kind = /^(?:Async)?(?:Generator)?Function$/.test(constructor?.name)
        ? constructor.name
        : 'Function';
      return `[${kind}${value.name ? `: ${value.name}` : ' (anonymous)'}]`;
    }
    const parent = getPrototypeOf(value)?.name;
    return `[class ${value.name || '(anonymous)'}${parent ? ` extends ${parent}` : ''}]`;
  }

  function holesFrom(list, at) {
    let count = 1;
    // A long row of holes is looked for by the next key: a loop over it would not end.
    const next = list.length - at > 1000 ? keys(list).find((key) => Number(key) > at) : undefined;
    if (list.length - at > 1000) return (next === undefined ? list.length : Number(next)) - at;
    while (at + count < list.length && !(at + count in list)) count += 1;
    return count;
  }

  /** `toStringTag`, where it says something else than the class. */
  function tagOf(value, name) {
    const tag = value[Symbol.toStringTag];
    return typeof tag === 'string' && tag !== '' && tag !== name ? ` [${tag}]` : '';
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
    if (!text.includes("'")) return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
    const isQuotedBoth = text.includes('"') && !text.includes('`') && !text.includes('${');
    return isQuotedBoth ? `\`${json.slice(1, -1).replaceAll('\\"', '"')}\`` : json;
  }

  function nameOf(key) {
    if (typeof key === 'symbol') return String(key);
    return IDENTIFIER.test(key) ? key : quote(key);
  }

  /** Columns of the items of a list with more than six, as Node groups them. */
  function grouped(items, list, indent) {
    if (items.length <= 6 || items.some((item) => item.includes('\n'))) return items;
    const longest = Math.max(...items.map(({ length }) => length)) + 2;
    const total = items.reduce((sum, { length }) => sum + length + 2, 0);
    if (longest * 3 + indent >= LINE || !(total / longest > 5 || longest <= 8)) return items;
    const bias = Math.max(longest - 3 - Math.sqrt(longest - total / items.length), 1);
    const columns = Math.min(
      Math.round(Math.sqrt(2.5 * bias * items.length) / bias),
      Math.floor((LINE - indent) / longest),
      12,
    );
    if (columns <= 1) return items;
    const widths = Array.from({ length: columns }, (_, column) =>
      Math.max(0, ...items.filter((_, at) => at % columns === column).map(({ length }) => length)),
    );
    const isNumeric = items.every((_, at) => ['number', 'bigint'].includes(typeof list[at]));
    const lines = [];
    for (let at = 0; at < items.length; at += columns) {
      const row = items.slice(at, at + columns);
      const cells = row.map((item, column) => {
        const isLast = column === row.length - 1;
        const cell = isLast ? item : `${item}, `;
        if (isNumeric) return cell.padStart(widths[column] + (isLast ? 0 : 2));
        return isLast ? cell : cell.padEnd(widths[column] + 2);
      });
      lines.push(cells.join(''));
    }
    return lines;
  }

  const headline = (error) => {
    const name = error instanceof DOMException ? `DOMException [${error.name}]` : nameOfError(error);
    return error.message ? `${name}: ${error.message}` : name;
  };

  /** A class that extends Error is named by itself. */
  function nameOfError(error) {
    const name = String(error.name);
    const type = error.constructor?.name;
    return name === 'Error' && typeof type === 'string' && type !== '' ? type : name;
  }

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
      .join('\n')
      .trimEnd();

  function show(value, room = MAX_SHOWN) {
    try {
      if (value instanceof Error)
        return [headline(value), stackOf(value)].filter(Boolean).join('\n') + detailsOf(value);
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
