import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Measure } from './measure.ts';

/** The target that matches every target that has no rule of its own. */
export const ANY_TARGET = '*';

/** A price: `cents` for each `units` of the measure. */
export const Price = z.object({
  metric: z.string(),
  measure: Measure,
  target: z.string(),
  units: z.int(),
  cents: z.string(),
});
export type Price = z.infer<typeof Price>;

/** Prices of the services of one group. */
export const PriceGroup = z.object({
  group: z.string(),
  services: z.array(z.object({ name: z.string(), prices: z.array(Price) })),
});
export type PriceGroup = z.infer<typeof PriceGroup>;

export const getUserPrices = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public/pricing',
  access: 'PUBLIC',
  isTogether: true,
  tag: 'pricing',
  summary: 'List the prices in force today, by service id',
  response: z.record(z.string(), z.array(Price)),
});

export const getPriceList = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public/pricing/list',
  access: 'PUBLIC',
  tag: 'pricing',
  summary: 'List the prices in force today: group, then services, then prices',
  response: z.array(PriceGroup),
});
