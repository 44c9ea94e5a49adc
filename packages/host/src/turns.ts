/** Admits a few at a time; the rest wait in order of arrival. */
export interface Turns {
  /** Waits for a turn; `onWait` is called if there is none yet. Throws when `signal` aborts. */
  take(key: string, signal: AbortSignal, onWait?: () => void, weight?: number): Promise<Turn>;
  /** How many turns a key has now. */
  count(key: string): number;
  /** A turn without waiting; undefined when there is none yet. */
  takeIfFree(key: string): Turn | undefined;
}

/** Dispose it when done, so that the next one has its turn. Disposing it again does nothing. */
export type Turn = Disposable;

export interface TurnLimits {
  /** Of all keys together; a turn counts as one, or as much as its weight says. */
  atOnce: number;
  perKey: number;
  /** Of one key; who comes after them is refused. */
  maxWaiting: number;
}

/** What whoever gets no turn is told. */
export interface TurnErrors {
  full: () => Error;
  left: (signal: AbortSignal) => Error;
}

interface Waiting {
  key: string;
  weight: number;
  start: () => void;
}

/** `ownLimits` names the keys that may have more or fewer turns than the others. */
export function createTurns(
  { atOnce, perKey, maxWaiting }: TurnLimits,
  errors: TurnErrors,
  ownLimits: ReadonlyMap<string, number> = new Map(),
): Turns {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let all = 0;

  const count = (key: string) => running.get(key) ?? 0;
  const hasRoom = (key: string) => count(key) < (ownLimits.get(key) ?? perKey);
  const isFree = (weight: number) => all + weight <= atOnce;
  const isTurnOf = (key: string, weight: number) =>
    isFree(weight) && hasRoom(key) && !queue.some((each) => hasRoom(each.key));

  function begin({ key, weight }: Pick<Waiting, 'key' | 'weight'>): Turn {
    all += weight;
    running.set(key, count(key) + 1);
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        all -= weight;
        if (count(key) === 1) running.delete(key);
        else running.set(key, count(key) - 1);
        startWaiting();
      },
    };
  }

  function startWaiting(): void {
    for (let index = 0; index < queue.length; ) {
      const next = queue[index] as Waiting;
      // Who needs much room gets it in the end: no one of less weight goes past.
      if (!hasRoom(next.key)) index += 1;
      else if (!isFree(next.weight)) return;
      else {
        queue.splice(index, 1);
        next.start();
      }
    }
  }

  return {
    count,
    takeIfFree: (key) => (isTurnOf(key, 1) ? begin({ key, weight: 1 }) : undefined),
    async take(key, signal, onWait, weight = 1) {
      if (signal.aborted) throw errors.left(signal);
      if (isTurnOf(key, weight)) return begin({ key, weight });
      if (queue.filter((each) => each.key === key).length >= maxWaiting) {
        throw errors.full();
      }
      onWait?.();
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(errors.left(signal));
          startWaiting();
        };
        const start = () => {
          signal.removeEventListener('abort', leave);
          resolve(begin(waiting));
        };
        const waiting = { key, weight, start };
        queue.push(waiting);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
