import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { MAX_TARGET_LENGTH } from '../service-api/functions/usage-target.ts';
import { Measure } from './measure.ts';

const TEXT_MAX_LENGTH = 200;
const WHOLE_UNITS = 'Enter a whole number of units, 1 or more.';

/** An exact amount of cents, up to nine digits after the point: `"0.0025"`. A number is read as its decimal text. */
export const DecimalCents = z
  .union([z.string(), z.number().transform(decimalText)])
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,9})?$/, 'Enter a number of cents from 0, with up to 9 decimals.'));

/** JavaScript writes numbers below 0.000001 with an exponent: 1e-7. */
function decimalText(number: number): string {
  const text = String(number);
  const [, first, others = '', zeros] = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return zeros === undefined ? text : `0.${'0'.repeat(Number(zeros) - 1)}${first}${others}`;
}

const PriceRuleFields = {
  service: z.string(),
  target: z.string(),
  metric: z.string(),
  measure: Measure,
  cents: z.string(),
  units: z.int(),
  /** First UTC day (`YYYY-MM-DD`) on which these cents and units count. */
  startsOn: z.iso.date(),
};

/** A price from a UTC day after today on. */
export const PlannedPrice = z.object({
  cents: PriceRuleFields.cents,
  units: PriceRuleFields.units,
  startsOn: PriceRuleFields.startsOn,
});

export type PlannedPrice = z.infer<typeof PlannedPrice>;

/** `cents` are charged per `units` of the measure: calls, milliseconds or bytes. */
export const PriceRule = z.object({
  id: z.uuid(),
  ...PriceRuleFields,
  /** Future prices, by day. While none applies yet, the first of them is the one above. */
  planned: z.array(PlannedPrice),
});

export type PriceRule = z.infer<typeof PriceRule>;

const name = (label: string, maxLength = 120) =>
  z
    .string(`Please enter ${label}.`)
    .trim()
    .min(1, `Please enter ${label}.`)
    .max(maxLength, `Use at most ${maxLength} characters.`);

export const SavePriceRule = z.object({
  id: z.uuid().optional(),
  service: name('a service'),
  target: name('a target', MAX_TARGET_LENGTH),
  metric: name('a metric'),
  measure: Measure,
  cents: DecimalCents,
  units: z.coerce
    .number(WHOLE_UNITS)
    .max(Number.MAX_SAFE_INTEGER, { error: `Enter at most ${Number.MAX_SAFE_INTEGER} units.`, abort: true })
    .int(WHOLE_UNITS)
    .min(1, WHOLE_UNITS),
  startsOn: z.iso.date().optional(),
  /** Day of a planned price of this rule which this one takes the place of. */
  replaces: z.iso.date().optional(),
});

type PriceSubject = Pick<PriceRule, 'service' | 'target' | 'metric' | 'measure'>;

/** Whether both rules price the same usage. */
export function isSameSubject(a: PriceSubject, b: PriceSubject): boolean {
  return a.service === b.service && a.target === b.target && a.metric === b.metric && a.measure === b.measure;
}

/** Why a price gets no day that is over, but for the one that a rule has already. */
export const STARTS_TODAY_OR_LATER = 'Enter today (UTC) or a later day: days that are over keep their price.';

/** Why a rule in force gets another subject on no later day: the days in between would have no price at all. */
export const SUBJECT_CHANGES_TODAY =
  'A price in force can get another service, target, metric or measure only from today on. Leave the day empty, or add a new price for that day.';

const PlannedPriceId = z.object({ id: z.uuid(), startsOn: z.iso.date() });

export const searchPriceRules = defineEndpoint({
  method: 'POST',
  path: '/console/v1/pricing/search',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'List a page of price rules, by service, target, metric and measure',
  body: PageRequest.extend({
    /** Words that must all occur in the service, target, metric or measure, in any case. Empty for all rules. */
    text: z.string().trim().max(TEXT_MAX_LENGTH).default(''),
  }),
  response: pagedResult(PriceRule),
});

export const getPriceRule = defineEndpoint({
  method: 'GET',
  path: '/console/v1/pricing/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Get a price rule',
  params: IdParams,
  response: PriceRule,
  errors: ['notFound'],
});

export const savePriceRule = defineEndpoint({
  method: 'POST',
  path: '/console/v1/pricing',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary:
    'Create a price rule, or change the one with the given id from a day on, today at the earliest; earlier days keep their price',
  needsConfirmation: true,
  body: SavePriceRule,
  response: PriceRule,
  errors: ['notFound', 'conflict', 'unprocessable'],
});

export const deletePriceRule = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/pricing/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'End a price rule today; days already priced keep their price',
  needsConfirmation: true,
  params: IdParams,
  errors: ['notFound'],
});

export const deletePlannedPrice = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/pricing/{id}/planned/{startsOn}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary:
    'Remove a planned price before its day; removing the last one of a rule that never took effect removes the rule',
  needsConfirmation: true,
  params: PlannedPriceId,
  errors: ['notFound'],
});
