import { queryEntries } from '@atrium/contract/service-api/functions/content';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRefusal } from '../../api/use-refusal.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { collectionNamesQuery } from './entry.queries.ts';
import { EntriesCard } from './table/EntriesCard.tsx';

export interface EntriesTabProps {
  serviceId: string;
  /** Collection of the address; the first one if omitted. */
  collection?: string | undefined;
}

/** Entries of a collection, beside the list of all collections. */
export function EntriesTab({ serviceId, collection }: EntriesTabProps) {
  const router = useRouter();
  const names = useQuery(collectionNamesQuery(serviceId));
  const refusal = useRefusal(queryEntries);
  if (refusal) return <p>{refusal.title}</p>;
  return (
    <QueryPanel query={names} skeleton={<Skeleton lines={12} label="Loading the collections" />}>
      {(all) => {
        const name = collection ?? all[0];
        if (name === undefined || !all.includes(name)) {
          return (
            <EmptyState
              title={name === undefined ? 'No collections yet' : 'Collection not found'}
              hint={
                name === undefined
                  ? 'A collection holds entries of one kind, such as products or orders.'
                  : `There is no collection “${name}”.`
              }
              action={
                <AppLink href={paths.service(serviceId, { tab: 'collections' })} className={buttonClass()}>
                  Go to the collections
                </AppLink>
              }
            />
          );
        }
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
            <nav aria-label="Collections" className="hidden lg:block">
              <ul className="grid gap-0.5">
                {all.map((each) => (
                  <li key={each}>
                    <AppLink
                      href={paths.entries(serviceId, each)}
                      aria-current={each === name ? 'page' : undefined}
                      className={classNames(
                        'block truncate rounded-control px-3 py-1.5 text-ink no-underline hover:bg-accent-soft',
                        each === name && 'bg-accent-soft font-medium',
                      )}
                    >
                      {each}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </nav>
            <Select
              label="Collection"
              className="lg:hidden"
              value={name}
              options={all.map((each) => ({ value: each, label: each }))}
              onChange={(event) =>
                void router.navigate({ href: paths.entries(serviceId, event.target.value) })
              }
            />
            <div className="min-w-0">
              <EntriesCard key={name} serviceId={serviceId} collection={name} />
            </div>
          </div>
        );
      }}
    </QueryPanel>
  );
}
