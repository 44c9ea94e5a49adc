import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { CircleCheck } from '../../ui/message-icons.ts';
import { budgetsQuery, cardsQuery, unpaidInvoicesQuery } from '../billing/public.ts';
import { failedParts, useServicesHealth } from '../services/public.ts';
import { listMatters } from './attention.ts';
import { liveServicesQuery, recentRunsQuery } from './overview.queries.ts';

/** Problems that need attention, each linked to the page that resolves it. */
export function NeedsAttention({ now }: { now: Date }) {
  const auth = useAuth();
  const mayRead = mayDo(auth, 'billing.read');
  const invoices = useQuery({ ...unpaidInvoicesQuery(), enabled: mayRead });
  const cards = useQuery({ ...cardsQuery(), enabled: mayRead });
  const budgets = useQuery({ ...budgetsQuery(), enabled: mayRead });
  const runs = useQuery({ ...recentRunsQuery(), enabled: mayDo(auth, 'tests.read') });
  const live = useQuery({ ...liveServicesQuery(), enabled: mayDo(auth, 'configuration.read') });
  const { states, error, isChecking } = useServicesHealth();
  const matters = listMatters({
    now,
    unpaid: invoices.data?.content,
    unpaidCount: invoices.data?.totalElements,
    cards: cards.data,
    budgets: budgets.data,
    runs: runs.data,
    services: live.data?.services,
    down: states
      .filter(({ health }) => health && failedParts(health).length > 0)
      .map(({ service }) => service),
  });
  const queries = [invoices, cards, budgets, runs, live];
  const isLoading = isChecking || queries.some((query) => query.isLoading);
  const isUnknown = error !== null || queries.some((query) => query.isError);
  return (
    <Card title="Needs attention" className="min-h-32">
      <div aria-live="polite">
        {matters.length > 0 && (
          <ul className="flex flex-col gap-2">
            {matters.map(({ text, href, isOverdue }) => (
              <li key={text}>
                <AppLink href={href} className={isOverdue ? 'link font-semibold text-danger' : 'link'}>
                  {text}
                </AppLink>
              </li>
            ))}
          </ul>
        )}
        {isUnknown && <p className="mt-2 text-ink-soft">Some of it could not be checked.</p>}
        {matters.length === 0 && !isLoading && !isUnknown && (
          <p className="flex items-center gap-2">
            <CircleCheck aria-hidden size={18} className="text-ok" />
            All good
          </p>
        )}
      </div>
    </Card>
  );
}
