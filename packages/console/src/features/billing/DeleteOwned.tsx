import { hasCard } from '@atrium/contract/billing/card';
import type { Endpoint } from '@atrium/contract/endpoint';
import { type ChangeById, useChangeById } from '../../api/change-by-id.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';

interface DeleteOwnedProps {
  id: string;
  /** `card ending in 4242` */
  name: string;
  remove: ChangeById;
  /** The list that is read again afterwards. */
  list: Endpoint;
}

/** Deletes a card or an address, after a question. */
export function DeleteOwned({ id, name, remove, list }: DeleteOwnedProps) {
  // Without a card the page is the welcome form.
  return <DeleteAction name={name} deletion={useChangeById(remove, id, list, hasCard)} />;
}
