import type { Measure } from '@atrium/contract/pricing/measure';
import type { PriceBook } from './price-book.ts';

/** A part of a month in which no price changes, in a metric's entry of a bill. */
export interface PricedStretch {
  service: string;
  metric: string;
  target: string;
  /** A day of the stretch. */
  day: string;
}

/** Whole numbers that are to each other as the prices of one call, millisecond and byte are. */
export type PriceWeights = Record<Measure, bigint>;

/**
 * Returns what one unit of each measure costs, in parts of a cent that are the same for all stretches: sums of quantities
 * times these weights are exact, whatever the numbers of units in the prices.
 */
export function weigh(
  book: PriceBook,
  stretches: readonly PricedStretch[],
): { weights: PriceWeights[]; partsOfCent: bigint } {
  const prices = stretches.map(({ day, ...subject }) => {
    const priceOf = (measure: Measure) => toFraction(book.priceOn(day, { ...subject, measure }));
    return { COUNTER: priceOf('COUNTER'), TIMER: priceOf('TIMER'), MEMORY: priceOf('MEMORY') };
  });
  const denominators = prices.flatMap((each) => Object.values(each).map(({ denominator }) => denominator));
  const partsOfCent = denominators.reduce(multipleOfBoth, 1n);
  const scale = ({ numerator, denominator }: Fraction) => numerator * (partsOfCent / denominator);
  const weights = prices.map(({ COUNTER, TIMER, MEMORY }) => ({
    COUNTER: scale(COUNTER),
    TIMER: scale(TIMER),
    MEMORY: scale(MEMORY),
  }));
  return { weights, partsOfCent };
}

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

function toFraction(price: { cents: string; units: number } | null): Fraction {
  if (price === null) return { numerator: 0n, denominator: 1n };
  const [whole = '', decimals = ''] = price.cents.split('.');
  return {
    numerator: BigInt(whole + decimals),
    denominator: BigInt(price.units) * 10n ** BigInt(decimals.length),
  };
}

/** The least one. */
function multipleOfBoth(a: bigint, b: bigint): bigint {
  let [divisor, rest] = [a, b];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
