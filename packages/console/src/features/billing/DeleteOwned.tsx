import { hasCard } from '@atrium/contract/billing/card';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { ChangeById } from '../../api/change-by-id.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';

interface DeleteOwnedProps {
  id: string;
  /** `card ending in 4242` */
  name: string;
  remove: ChangeById;
  /** The list that is read again afterwards. */
  list: Endpoint;
  /** Other endpoints to refetch. */
  alsoChanges?: readonly Endpoint[];
  /** Side effects of the deletion, as a sentence of the confirmation. */
  consequence?: string;
}

/** Deletes a card or an address, after a question. */
export function DeleteOwned({
  id,
  name,
  remove,
  list,
  alsoChanges = [],
  consequence = '',
}: DeleteOwnedProps) {
  const removal = useRemove(remove, {
    question: `Are you sure you want to delete the ${name}? ${consequence}`.trimEnd(),
    request: { params: { id } },
    // Without a card the welcome form replaces the page.
    invalidates: [list, hasCard, ...alsoChanges],
  });
  return <DeleteAction name={name} removal={removal} refusal={useRefusal(remove)} />;
}
