import { deleteBonus, getBonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { getPriceList, getUserPrices } from '@atrium/contract/pricing/price-list';
import {
  deletePlannedPrice,
  deletePriceRule,
  getPriceRule,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Bonuses } from './bonus.service.ts';
import type { Pricing } from './pricing.service.ts';

export function pricingRoutes(app: FastifyInstance, pricing: Pricing, bonuses: Bonuses): void {
  route(app, searchPriceRules, ({ body }) => pricing.list(body));
  route(app, getPriceRule, ({ params }) => pricing.get(params.id));
  route(app, savePriceRule, ({ caller, body }) => pricing.upsert(caller, body));
  route(app, deletePriceRule, ({ caller, params }) => pricing.delete(caller, params.id));
  route(app, deletePlannedPrice, ({ caller, params }) =>
    pricing.takeBackPlannedPrice(caller, params.id, params.startsOn),
  );
  route(app, getUserPrices, () => pricing.listUserPrices());
  route(app, getPriceList, () => pricing.listPriceGroups());

  route(app, searchBonuses, ({ body }) => bonuses.list(body));
  route(app, getBonus, ({ params }) => bonuses.get(params.id));
  route(app, saveBonus, ({ caller, body }) => bonuses.upsert(caller, body));
  route(app, deleteBonus, ({ caller, params }) => bonuses.delete(caller, params.id));
}
