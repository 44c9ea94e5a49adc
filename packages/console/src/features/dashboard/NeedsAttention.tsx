import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CircleAlert, TriangleAlert } from '../../ui/message-icons.ts';
import { budgetsQuery, cardsQuery, PayAction, unpaidInvoicesQuery } from '../billing/public.ts';
import { failedParts, useServicesHealth, valuesQuery } from '../services/public.ts';
import { listMatters, type Matter } from './attention.ts';
import { FUNCTIONS_SERVICE, liveServicesQuery, recentRunsQuery } from './overview.queries.ts';

/** More would push the activity off the screen. */
const FIRST_MATTERS = 3;

/** Problems that need attention, most urgent first, each with a button to resolve it; nothing without any. */
export function NeedsAttention({ now }: { now: Date }) {
  const { matters, isUnknown } = useMatters(now);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? matters : matters.slice(0, FIRST_MATTERS);
  return (
    <div aria-live="polite">
      {(matters.length > 0 || isUnknown) && (
        <Card
          title="Needs attention"
          isFlush
          actions={
            matters.length > FIRST_MATTERS && (
              <Button
                size="small"
                variant="quiet"
                aria-expanded={showsAll}
                onClick={() => setShowsAll(!showsAll)}
              >
                {showsAll ? 'Show fewer' : `Show all ${matters.length}`}
              </Button>
            )
          }
        >
          <ul className="divide-y divide-line px-4 pb-2">
            {shown.map((matter) => (
              // The text of an invoice changes when its payment fails, whose dialog must stay.
              <MatterRow key={matter.invoice?.id ?? matter.text} matter={matter} now={now} />
            ))}
            {isUnknown && <li className="py-1.5 text-sm text-ink-soft">Some of it could not be checked.</li>}
          </ul>
        </Card>
      )}
    </div>
  );
}

function MatterRow({
  matter: { text, href, action, invoice, since, isUrgent },
  now,
}: {
  matter: Matter;
  now: Date;
}) {
  const Icon = isUrgent ? CircleAlert : TriangleAlert;
  return (
    <li className="flex items-center gap-3 py-1.5 text-sm">
      <Icon aria-hidden size={18} className={isUrgent ? 'shrink-0 text-danger' : 'shrink-0 text-warn'} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {invoice === undefined ? text : <AppLink href={href}>{text}</AppLink>}
      </span>
      {since !== undefined && (
        <span className="shrink-0 text-xs text-ink-soft max-sm:hidden">{timeAgo(since, now)}</span>
      )}
      {invoice === undefined ? (
        <AppLink href={href} className={buttonClass('secondary', 'small', 'shrink-0')}>
          {action}
        </AppLink>
      ) : (
        <PayAction invoice={invoice} label={action} />
      )}
    </li>
  );
}

function useMatters(now: Date): { matters: Matter[]; isUnknown: boolean } {
  const auth = useAuth();
  const mayRead = mayDo(auth, 'billing.read');
  const invoices = useQuery({ ...unpaidInvoicesQuery(), enabled: mayRead });
  const cards = useQuery({ ...cardsQuery(), enabled: mayRead });
  const budgets = useQuery({ ...budgetsQuery(), enabled: mayRead });
  const runs = useQuery({ ...recentRunsQuery(), enabled: mayDo(auth, 'tests.read') });
  const live = useQuery({ ...liveServicesQuery(), enabled: mayDo(auth, 'configuration.read') });
  const values = useQuery({ ...valuesQuery(FUNCTIONS_SERVICE), enabled: mayDo(auth, 'configuration.read') });
  const { states, error } = useServicesHealth();
  const matters = listMatters({
    now,
    unpaid: invoices.data?.content,
    unpaidCount: invoices.data?.totalElements,
    cards: cards.data,
    budgets: budgets.data,
    runs: runs.data,
    services: live.data?.services,
    values: values.data?.content,
    down: states
      .filter(({ health }) => health && failedParts(health).length > 0)
      .map(({ service }) => service),
  });
  const queries = [invoices, cards, budgets, runs, live, values];
  return { matters, isUnknown: error !== null || queries.some((query) => query.isError) };
}
