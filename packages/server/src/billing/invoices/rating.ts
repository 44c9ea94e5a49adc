import type { ServiceUsage, Usage, UsageLine } from '@atrium/contract/billing/usage';
import type { Measure } from '@atrium/contract/pricing/measure';
import { amountCents } from '../../pricing/amount.ts';
import type { PriceBook } from '../../pricing/price-book.ts';

/** Quantity of one measure used on one UTC day, or on consecutive days with the same prices. */
export interface UsedQuantity {
  serviceId: string;
  metric: string;
  target: string;
  type: Measure;
  day: string;
  /** Decimal text where it is a sum, which may be more than a number can hold. */
  quantity: number | string;
}

interface Line extends Omit<UsageLine, 'usage'> {
  usage: bigint;
}

/**
 * Rates usage: one line for each service, metric, target, measure and price that was in force, rounded half
 * up once, at the line; every total is the sum of rounded lines. The order of `used` does not matter.
 */
export function rateUsage(
  used: Iterable<UsedQuantity>,
  book: PriceBook,
  serviceName: (id: string) => string,
): Usage {
  const lines = new Map<string, Line & { key: [service: string, metric: string, target: string] }>();
  for (const { serviceId, metric, target, type, day, quantity } of used) {
    const pricing = book.priceOn(day, { service: serviceId, target, metric, measure: type });
    const key = JSON.stringify([
      serviceId,
      metric,
      target,
      type,
      pricing?.target,
      pricing?.cents,
      pricing?.units,
    ]);
    const line = lines.get(key);
    if (line !== undefined) line.usage += BigInt(quantity);
    else
      lines.set(key, { key: [serviceId, metric, target], type, usage: BigInt(quantity), cents: 0, pricing });
  }

  const services = new Map<string, ServiceUsage>();
  for (const [, { key, ...line }] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [serviceId, name, target] = key;
    let service = services.get(serviceId);
    if (service === undefined) {
      service = { service: { id: serviceId, name: serviceName(serviceId) }, totalCents: 0, metrics: [] };
      services.set(serviceId, service);
    }
    let metric = service.metrics.find(
      (known) => known.metric.name === name && known.metric.target === target,
    );
    if (metric === undefined) {
      metric = { metric: { name, target }, cents: 0, usage: [] };
      service.metrics.push(metric);
    }
    const cents = line.pricing === null ? 0 : amountCents(line.usage, line.pricing.cents, line.pricing.units);
    metric.usage.push({ ...line, usage: Number(line.usage), cents });
    metric.cents += cents;
    service.totalCents += cents;
  }
  const rated = [...services.values()];
  return { grandTotalCents: rated.reduce((sum, { totalCents }) => sum + totalCents, 0), services: rated };
}
