import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { Measure } from './measure.ts';

/** Pages of the pricing table. */
export const PRICING_PAGE_SIZE = 10;

/** An exact amount of cents, up to nine digits after the point: `"0.0025"`. A number is read as its decimal text. */
export const DecimalCents = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(
        /^\d{1,12}(\.\d{1,9})?$/,
        'Cents must be a number that is not negative, with at most 9 decimals.',
      ),
  );

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

/** `cents` are asked for each `units` of the measure: calls, milliseconds or bytes. */
export const PriceRule = z.object({
  id: z.uuid(),
  ...PriceRuleFields,
  /** Prices of days to come, by day. The first of them is the one above while none counts yet. */
  planned: z.array(PlannedPrice),
});
export type PriceRule = z.infer<typeof PriceRule>;

const name = (label: string) =>
  z
    .string(`Please provide ${label}.`)
    .trim()
    .min(1, `Please provide ${label}.`)
    .max(120, `At most 120 characters.`);

export const SavePriceRule = z.object({
  id: z.uuid().optional(),
  service: name('service'),
  target: name('target'),
  metric: name('metric'),
  measure: Measure,
  cents: DecimalCents,
  units: z.coerce
    .number('Units must be a whole number from 1.')
    .int('Units must be a whole number from 1.')
    .min(1, 'Units must be a whole number from 1.')
    .max(Number.MAX_SAFE_INTEGER),
  startsOn: z.iso.date().optional(),
  /** Day of a planned price of this rule which this one takes the place of. */
  replaces: z.iso.date().optional(),
});

const PriceRuleId = z.object({ id: z.uuid() });
const PlannedPriceId = z.object({ id: z.uuid(), startsOn: z.iso.date() });

export const searchPriceRules = defineEndpoint({
  method: 'POST',
  path: '/console/v1/pricing/search',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'A page of price rules, by service, target, metric and measure',
  body: PageRequest,
  response: pagedResult(PriceRule),
});

export const getPriceRule = defineEndpoint({
  method: 'GET',
  path: '/console/v1/pricing/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'One price rule',
  params: PriceRuleId,
  response: PriceRule,
  errors: ['notFound'],
});

export const savePriceRule = defineEndpoint({
  method: 'POST',
  path: '/console/v1/pricing',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary:
    'Creates a price rule, or changes the one whose id is given from a day on: today at the earliest, days before keep their price',
  body: SavePriceRule,
  response: PriceRule,
  errors: ['notFound', 'conflict', 'unprocessable'],
});

export const deletePriceRule = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/pricing/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Ends a price rule today; days that were priced with it stay so',
  params: PriceRuleId,
  errors: ['notFound'],
});

export const deletePlannedPrice = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/pricing/{id}/planned/{startsOn}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary:
    'Takes back a planned price before its day; the last one of a rule that never counted takes the rule with it',
  params: PlannedPriceId,
  errors: ['notFound'],
});

/** What one customer's last invoice would have been. All amounts in minor units, before the free tier. */
export const Rehearsal = z.object({
  userId: z.uuid(),
  username: z.string(),
  /** Number of the invoice. */
  invoiceId: z.string(),
  currency: z.string(),
  currentCents: z.int(),
  rehearsedCents: z.int(),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

export const rehearsePriceRule = defineEndpoint({
  method: 'POST',
  path: '/console/v1/pricing/rehearse',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary:
    "Every customer's last invoice with the changed price rule applied to the same usage, largest difference first; " +
    'nothing is saved',
  body: SavePriceRule,
  response: z.array(Rehearsal),
  errors: ['notFound'],
});
