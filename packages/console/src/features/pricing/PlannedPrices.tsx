import {
  deletePlannedPrice,
  type PlannedPrice,
  type PriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { formatPrice } from '@atrium/contract/pricing/price-words';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useRemove } from '../../api/use-remove.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pencil } from '../../ui/icons.ts';
import { nameOf, plannedFirst } from './planned-price.ts';

interface PlannedPricesProps {
  rule: PriceRule;
  onEdit: (planned: PlannedPrice) => void;
}

/** From when the price of a row applies, and the planned prices that follow it. */
export function PlannedPrices({ rule, onEdit }: PlannedPricesProps) {
  const first = plannedFirst(rule);
  const later = rule.planned.filter((price) => price !== first);
  const day = formatUtcDay(rule.startsOn);
  return (
    <>
      {first ? `from ${day}` : day}
      {later.length > 0 && (
        <ul>
          {later.map((price) => (
            <LaterPrice key={price.startsOn} rule={rule} price={price} onEdit={() => onEdit(price)} />
          ))}
        </ul>
      )}
    </>
  );
}

interface LaterPriceProps {
  rule: PriceRule;
  price: PlannedPrice;
  onEdit: () => void;
}

function LaterPrice({ rule, price, onEdit }: LaterPriceProps) {
  const from = `from ${formatUtcDay(price.startsOn)}`;
  const name = `planned pricing of ${nameOf(rule)} ${from}`;
  const removal = useRemove(deletePlannedPrice, {
    question: `Are you sure you want to delete the ${name}?`,
    request: { params: { id: rule.id, startsOn: price.startsOn } },
    invalidates: [searchPriceRules],
  });
  return (
    <li className="flex items-center text-ink-soft md:whitespace-nowrap">
      {from}: {formatPrice({ ...price, measure: rule.measure })}
      <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden size={18} />} onClick={onEdit} />
      <DeleteAction name={name} removal={removal} />
    </li>
  );
}
