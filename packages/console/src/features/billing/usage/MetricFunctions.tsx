import { formatMoney } from '@atrium/contract/billing/money';
import type { MetricUsage } from '@atrium/contract/billing/usage';
import { metaFileName } from '@atrium/contract/service-api/files/item-file-names';
import {
  COLLECTION_METRICS,
  nameOfTarget,
  TEST_TARGET,
} from '@atrium/contract/service-api/functions/usage-target';
import { formatQuantity } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { ShareLine, ShareLines } from './ShareList.tsx';
import { FORMER_CALLS } from './usage-names.ts';

interface MetricFunctionsProps {
  serviceId: string;
  usage: MetricUsage;
  currency: string;
}

/** The functions of a metric that cost most, and the others as one amount; together they are the metric's. */
export function MetricFunctions({ serviceId, usage, currency }: MetricFunctionsProps) {
  const { metric, functions, others } = usage;
  if (functions === undefined) return null;
  const isOfCollections = COLLECTION_METRICS.includes(metric.name);
  return (
    <Collapsible level={3} title={isOfCollections ? 'By collection' : 'By function'} className="text-sm">
      <ShareLines>
        {functions.map(({ target, calls, cents }) => (
          <ShareLine
            key={target}
            name={<TargetName serviceId={serviceId} target={target} isFunction={!isOfCollections} />}
            quantity={formatQuantity(calls, 'call')}
            cost={formatMoney(cents, currency)}
          />
        ))}
        {others && (
          <ShareLine
            name={formatQuantity(others.count, 'other', 'others')}
            cost={formatMoney(others.cents, currency)}
          />
        )}
      </ShareLines>
    </Collapsible>
  );
}

interface TargetNameProps {
  serviceId: string;
  target: string;
  isFunction: boolean;
}

/** Name of a target: a function links to its page, a collection to the file that describes it. */
export function TargetName({ serviceId, target, isFunction }: TargetNameProps) {
  const name = nameOfTarget(target);
  if (name === undefined) return target === TEST_TARGET ? 'Test runs' : FORMER_CALLS;
  const place = isFunction ? { function: name } : { file: metaFileName(`collections/${name}`) };
  return (
    <AppLink href={paths.service(serviceId, place)} className="link">
      {name}
    </AppLink>
  );
}
