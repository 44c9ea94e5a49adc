import { type PatternTest, processorMs } from './pattern.ts';

/** A step takes about 0.1 µs. Of the time that patterns take it is less, because on a busy machine that is more. */
const STEPS_PER_MS = 4_000;
/** A quarter of a second with patterns only. */
export const ENTRY_STEPS = 1_000_000;
const CHARACTERS_PER_STEP = 4;

/** It cannot be told whether a value is valid. That ends the whole check: a "not" must not make a "yes" of it. */
export class UncheckableError extends Error {}

export const TAKES_TOO_LONG = 'it takes too long to check';

/** Maximum work of a check. Customers write both schemas and entries, and the work grows with their product. */
export class CheckBudget {
  readonly #testPattern: PatternTest;
  readonly #steps: number;
  #spent = 0;

  constructor(testPattern: PatternTest, steps = ENTRY_STEPS) {
    this.#testPattern = testPattern;
    this.#steps = steps;
  }

  /** Steps, more than there were where the check was given up. */
  get spent(): number {
    return this.#spent;
  }

  get isExceeded(): boolean {
    return this.#spent > this.#steps;
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.isExceeded) throw new UncheckableError(TAKES_TOO_LONG);
  }

  spendOnText(text: string): void {
    this.spend(text.length / CHARACTERS_PER_STEP);
  }

  /** Undefined if it cannot be told. */
  testPattern(pattern: string, text: string): boolean | undefined {
    const startedAt = processorMs();
    const isMatch = this.#testPattern(pattern, text, (this.#steps - this.#spent) / STEPS_PER_MS);
    this.spend((processorMs() - startedAt) * STEPS_PER_MS);
    return isMatch;
  }
}
