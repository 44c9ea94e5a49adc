/*
 * Runs inside the sandbox, before the prelude: the console of functions and tests. A line that cannot be written never ends a call.
 */
(function makeConsole(inspect, print) {
  'use strict';
  const { show, showPart } = inspect;
  const { entries, fromEntries, keys } = Object;
  const { now } = performance;
  const clock = () => Reflect.apply(now, performance, []);
  let indent = '';
  let timers = new Map();
  let counts = new Map();

  function write(text) {
    print(indent === '' ? text : `${indent}${text.replaceAll('\n', `\n${indent}`)}`);
  }

  function format(values) {
    const [first, ...rest] = values;
    if (typeof first !== 'string' || !first.includes('%'))
      return values.map((value) => show(value)).join(' ');
    const text = first.replace(/%[sdifjoOc%]/g, (mark) => {
      if (mark === '%%') return '%';
      return rest.length === 0 ? mark : formatOne(mark, rest.shift());
    });
    return [text, ...rest.map((value) => show(value))].join(' ');
  }

  function formatOne(mark, value) {
    const isText = typeof value === 'object' || typeof value === 'symbol';
    if (mark === '%c') return '';
    if (mark === '%j') return JSON.stringify(value) ?? 'undefined';
    if (mark === '%d')
      return isText ? 'NaN' : typeof value === 'bigint' ? `${value}n` : String(Number(value));
    if (mark === '%i') return isText ? 'NaN' : String(Number.parseInt(value, 10));
    if (mark === '%f') return isText ? 'NaN' : String(Number.parseFloat(value));
    return mark === '%s' ? show(value) : showPart(value);
  }

  const log = (...values) => write(format(values));
  const labelOf = (label) => (label === undefined ? 'default' : String(label));
  const inSeconds = (ms) => (ms < 1000 ? `${ms.toFixed(3)}ms` : `${(ms / 1000).toFixed(3)}s`);

  function group(...labels) {
    if (labels.length > 0) log(...labels);
    // Deeper groups look the same: their lines would be nothing but blanks.
    if (indent.length < 40) indent += '  ';
  }

  function tellTime(label, values) {
    const startedAt = timers.get(labelOf(label));
    if (startedAt === undefined) write(`There is no timer ${labelOf(label)}`);
    else log(`${labelOf(label).replaceAll('%', '%%')}: ${inSeconds(clock() - startedAt)}`, ...values);
  }

  /** Rows with their columns, as a table of text. */
  function table(rows, columns) {
    if (typeof rows !== 'object' || rows === null) return log(rows);
    const listed = rows instanceof Map || rows instanceof Set ? [...rows.entries()] : entries(rows);
    const isObject = (value) => typeof value === 'object' && value !== null;
    const cellsOf = (value) =>
      isObject(value) ? fromEntries(entries(value).map(([key, part]) => [key, showPart(part)])) : {};
    const lines = listed.map(([index, value]) => [
      show(index),
      cellsOf(value),
      isObject(value) ? '' : showPart(value),
    ]);
    const names = columns ?? [...new Set(lines.flatMap(([, cells]) => keys(cells)))];
    const hasValues = lines.some(([, , value]) => value !== '');
    const grid = [
      ['(index)', ...names, ...(hasValues ? ['Values'] : [])],
      ...lines.map(([index, cells, value]) => [
        index,
        ...names.map((name) => cells[name] ?? ''),
        ...(hasValues ? [value] : []),
      ]),
    ].map((line) => line.map((cell) => String(cell).replaceAll('\n', ' ')));
    const widths = grid[0].map((_, at) => Math.max(...grid.map((line) => line[at].length)));
    const rule = (left, middle, right) =>
      `${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}`;
    const [head, ...body] = grid.map(
      (line) => `│${line.map((cell, at) => ` ${cell.padEnd(widths[at])} `).join('│')}│`,
    );
    write([rule('┌', '┬', '┐'), head, rule('├', '┼', '┤'), ...body, rule('└', '┴', '┘')].join('\n'));
  }

  const methods = {
    log,
    info: log,
    warn: log,
    error: log,
    debug: log,
    trace: log,
    table,
    group,
    groupCollapsed: group,
    groupEnd() {
      indent = indent.slice(2);
    },
    dir: (value) => write(show(value)),
    dirxml: log,
    assert(condition, ...values) {
      if (condition) return;
      if (typeof values[0] === 'string') log(`Assertion failed: ${values[0]}`, ...values.slice(1));
      else log(values.length > 0 ? 'Assertion failed:' : 'Assertion failed', ...values);
    },
    time(label) {
      timers.set(labelOf(label), clock());
    },
    timeLog: (label, ...values) => tellTime(label, values),
    timeEnd(label) {
      tellTime(label, []);
      timers.delete(labelOf(label));
    },
    count(label) {
      const name = labelOf(label);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      write(`${name}: ${count}`);
    },
    countReset(label) {
      counts.delete(labelOf(label));
    },
    clear() {},
  };

  function safely(work) {
    return (...values) => {
      try {
        work(...values);
      } catch {
        print('A line that cannot be shown');
      }
    };
  }

  /** Groups, timers and counts of one call. */
  function reset() {
    if (indent === '' && timers.size === 0 && counts.size === 0) return;
    indent = '';
    timers = new Map();
    counts = new Map();
  }

  return { methods: fromEntries(entries(methods).map(([name, work]) => [name, safely(work)])), reset };
});
