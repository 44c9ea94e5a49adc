import { formatCents } from '@atrium/contract/billing/money';
import { METRIC_WORDS } from '@atrium/contract/pricing/metric-words';
import { ANY_TARGET, type PriceGroup } from '@atrium/contract/pricing/price-list';
import { formatPriceCents } from '@atrium/contract/pricing/price-words';

const EXAMPLE_CALLS = 100_000;

/** Explains the metrics of the list, with an example of one price. */
export function PriceNotes({ groups }: { groups: readonly PriceGroup[] }) {
  const services = groups.flatMap((group) => group.services);
  const listed = new Set(services.flatMap(({ prices }) => prices.map(({ metric }) => metric)));
  const known = [...METRIC_WORDS].filter(([metric]) => listed.has(metric));
  const example = exampleOf(services);
  return (
    <div className="max-w-prose text-sm">
      {known.length > 0 && (
        <>
          <h2 className="mb-2 text-base font-semibold">What is counted</h2>
          <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {known.map(([metric, what]) => (
              <div key={metric} className="contents">
                <dt className="font-mono">{metric}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {services.length > 0 && (
        <p className="mb-4">
          A price per # is for the number of what is counted, per Gb for its data (1 Gb = 1,024 Mb), and per
          min for its time.
        </p>
      )}
      {example && <p>{example}</p>}
    </div>
  );
}

/** `100,000 × invoke of Functions: 100,000 ÷ 100 × 2 cents = $20.00.` */
function exampleOf(services: PriceGroup['services']): string | undefined {
  for (const { name, prices } of services) {
    for (const { metric, target, measure, cents, units } of prices) {
      if (target !== ANY_TARGET || measure !== 'COUNTER' || Number(cents) === 0) continue;
      const count = EXAMPLE_CALLS.toLocaleString('en');
      const price = formatPriceCents(cents);
      const amount = formatCents(Math.round((EXAMPLE_CALLS / units) * Number(cents)));
      return `For example, ${count} × ${metric} of ${name}: ${count} ÷ ${units.toLocaleString('en')} × ${price} = ${amount}. Other measures of a metric, such as time, are added.`;
    }
  }
  return undefined;
}
