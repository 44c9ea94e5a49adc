import { type PatternTest, processorMs } from './pattern.ts';

/** A step takes about 0.1 µs. Of the time that patterns take it is less, because on a busy machine that is more. */
const STEPS_PER_MS = 4_000;
/** A quarter of a second with patterns only. */
const ENTRY_STEPS = 1_000_000;
const IMPORT_STEPS = 50 * ENTRY_STEPS;
const CHARACTERS_PER_STEP = 4;

/** It cannot be told whether a value is valid. That ends the whole check: a "not" must not make a "yes" of it. */
export class UncheckableError extends Error {}

/**
 * How much work the check of one entry may be. Customers write the schemas as well as the entries, the one grows with the
 * other, and the process answers no one else meanwhile.
 */
export class CheckBudget {
  readonly #testPattern: PatternTest;
  readonly #whole: CheckBudget | undefined;
  #steps: number;

  constructor(testPattern: PatternTest, steps = ENTRY_STEPS, whole?: CheckBudget) {
    this.#testPattern = testPattern;
    this.#steps = steps;
    this.#whole = whole;
  }

  static forImport(testPattern: PatternTest): CheckBudget {
    return new CheckBudget(testPattern, IMPORT_STEPS);
  }

  /** That of one entry, or of one schema, of an import. */
  forOne(): CheckBudget {
    return new CheckBudget(this.#testPattern, ENTRY_STEPS, this);
  }

  spend(steps: number): void {
    this.#whole?.spend(steps);
    this.#steps -= steps;
    if (this.#steps < 0) throw new UncheckableError('it takes too long to check');
  }

  spendOnText(text: string): void {
    this.spend(text.length / CHARACTERS_PER_STEP);
  }

  /** Undefined if it cannot be told. */
  testPattern(pattern: string, text: string): boolean | undefined {
    const startedAt = processorMs();
    const isMatch = this.#testPattern(pattern, text, this.#steps / STEPS_PER_MS);
    this.spend((processorMs() - startedAt) * STEPS_PER_MS);
    return isMatch;
  }
}
