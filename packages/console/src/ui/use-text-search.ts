import { useEffect, useMemo, useState } from 'react';

/** Long for any sensible expression; one that backtracks without end would freeze the page. */
const LIMIT_MS = 500;

/** Never in a path, nor in a line of JSON. */
const SEPARATOR = '\0';

interface TextSearch {
  readonly matches: (text: string) => boolean;
  /** Error of an expression that can't be evaluated. */
  readonly error?: string;
}

const INVALID: TextSearch = {
  matches: () => false,
  error: 'This expression is not valid. Please correct it.',
};
const TOO_SLOW: TextSearch = {
  matches: () => false,
  error: 'This expression takes too long. Please simplify it.',
};
const BROKEN: TextSearch = {
  matches: () => false,
  error: 'The search could not be started. Please reload the page.',
};

/**
 * Matcher of a search box: plain text, or a regular expression between slashes; both ignore case. An empty box matches
 * everything. A worker evaluates the expression on all texts and is terminated after a timeout; the previous results
 * stay until it responds.
 */
export function useTextSearch(search: string, texts: () => readonly string[]): TextSearch {
  const source = expressionIn(search);
  const known = useMemo(() => withoutWorker(search, source), [search, source]);
  const [last, setLast] = useState<TextSearch>(known ?? { matches: () => true });
  if (known && known !== last) setLast(known);
  const subject = source === undefined || known ? undefined : [...new Set(texts())].join(SEPARATOR);
  useEffect(() => {
    if (source === undefined || subject === undefined) return undefined;
    return tryExpression(source, subject.split(SEPARATOR), setLast);
  }, [source, subject]);
  return known ?? last;
}

function expressionIn(search: string): string | undefined {
  const trimmed = search.trim();
  const isExpression = trimmed.length > 1 && trimmed.startsWith('/') && trimmed.endsWith('/');
  return isExpression ? trimmed.slice(1, -1) : undefined;
}

/** Undefined for a valid expression. */
function withoutWorker(search: string, source: string | undefined): TextSearch | undefined {
  if (source === undefined) {
    const lower = search.trim().toLowerCase();
    return { matches: (text) => text.toLowerCase().includes(lower) };
  }
  try {
    new RegExp(source, 'i');
    return undefined;
  } catch {
    return INVALID;
  }
}

/** Returns a function that cancels the search. */
function tryExpression(
  source: string,
  texts: readonly string[],
  onDone: (result: TextSearch) => void,
): () => void {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
  let timer: number | undefined;
  const end = () => {
    window.clearTimeout(timer);
    worker.terminate();
  };
  const finish = (result: TextSearch) => {
    end();
    onDone(result);
  };
  worker.onmessage = ({ data }: MessageEvent<'started' | string[]>) => {
    if (data === 'started') {
      timer = window.setTimeout(finish, LIMIT_MS, TOO_SLOW);
      return;
    }
    const found = new Set(data);
    finish({ matches: (text) => found.has(text) });
  };
  worker.onerror = () => finish(BROKEN);
  worker.postMessage({ source, texts });
  return end;
}
