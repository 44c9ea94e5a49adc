import { GitError } from './git-errors.ts';
import { abortReason } from './git-process.ts';

/** Lets a few at a time, and the rest wait in the order in which they came. */
export interface Turns {
  /** Waits for a turn; `onWait` hears it when there is none yet. Throws when `signal` aborts. */
  take(key: string, signal: AbortSignal, onWait?: () => void): Promise<Turn>;
}

/** Dispose it when done, so that the next one has its turn. Disposing it again does nothing. */
export type Turn = Disposable;

export interface TurnLimits {
  /** Of all keys together. */
  atOnce: number;
  perKey: number;
  /** Of one key; who comes after them is refused. */
  maxWaiting: number;
}

interface Waiting {
  key: string;
  start: () => void;
}

export function createTurns({ atOnce, perKey, maxWaiting }: TurnLimits): Turns {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let all = 0;

  const count = (key: string) => running.get(key) ?? 0;
  const hasRoom = (key: string) => all < atOnce && count(key) < perKey;

  function begin(key: string): Turn {
    all += 1;
    running.set(key, count(key) + 1);
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        all -= 1;
        if (count(key) === 1) running.delete(key);
        else running.set(key, count(key) - 1);
        startWaiting();
      },
    };
  }

  function startWaiting(): void {
    for (let index = 0; index < queue.length && all < atOnce; ) {
      const next = queue[index];
      if (next !== undefined && hasRoom(next.key)) {
        queue.splice(index, 1);
        next.start();
      } else index += 1;
    }
  }

  return {
    async take(key, signal, onWait) {
      if (signal.aborted) throw abortReason(signal);
      if (hasRoom(key)) return begin(key);
      if (queue.filter((each) => each.key === key).length >= maxWaiting) {
        throw new GitError('TOO_MANY_WAITING', 'Too many pulls are waiting already. Please try again later.');
      }
      onWait?.();
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(abortReason(signal));
        };
        const start = () => {
          signal.removeEventListener('abort', leave);
          resolve(begin(key));
        };
        const waiting = { key, start };
        queue.push(waiting);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
