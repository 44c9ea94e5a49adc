const WARN = 40;
const COUNTED_FOR_MS = 60_000;

type Line = [first: unknown, message?: string | undefined, ...rest: unknown[]];

/** Says a fault at once, and what comes of it within the next minute with its number. */
export class Repeats {
  readonly #counts = new Map<string, number>();

  /** False for a line that is only counted; `say` is called with a line that says how often. */
  isNew(line: readonly unknown[], level: number, say: (line: Line) => void): boolean {
    const [facts, message] = line;
    const fault = level < WARN ? undefined : faultOf(facts);
    if (fault === undefined) return true;
    const key = `${level} ${String(message)} ${fault}`;
    const count = this.#counts.get(key);
    this.#counts.set(key, count === undefined ? 0 : count + 1);
    if (count !== undefined) return false;
    setTimeout(() => {
      const times = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      if (times > 0) say([{ fault, times }, `${String(message)} (again, ${times} times within a minute)`]);
    }, COUNTED_FOR_MS).unref();
    return true;
  }
}

/** What went wrong, where a line says so. */
function faultOf(facts: unknown): string | undefined {
  if (typeof facts !== 'object' || facts === null) return undefined;
  const { err, reason, cause } = facts as { err?: unknown; reason?: unknown; cause?: unknown };
  if (err instanceof Error) return err.message;
  if (typeof reason !== 'string') return undefined;
  return typeof cause === 'string' ? `${reason} (${cause})` : reason;
}
