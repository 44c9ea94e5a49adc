import type { Endpoint } from '@atrium/contract/endpoint';
import { type ChangeById, useChangeById } from '../../api/change-by-id.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import type { Refusal } from '../../ui/refusal.ts';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';

interface DefaultActionProps {
  id: string;
  /** `card ending in 4242`: named for screen readers. */
  name: string;
  isDefault: boolean;
  makeDefault: ChangeById;
  /** The list that is read again afterwards. */
  list: Endpoint;
  /** Reason why this one can't be made the default. */
  refusal?: Refusal | undefined;
}

/** 'Default' or 'Make default', for a card or an address. */
export function DefaultAction({
  id,
  name,
  isDefault,
  makeDefault,
  list,
  refusal: unfit,
}: DefaultActionProps) {
  const change = useChangeById(makeDefault, id, list);
  useFocusAfterRemoval(change.isPending);
  const refusal = useRefusal(makeDefault);
  if (isDefault) return <Badge tone="ok">Default</Badge>;
  return (
    <>
      <Button
        size="small"
        className="whitespace-nowrap"
        isBusy={change.isPending}
        refusal={refusal ?? unfit}
        aria-label={`Make default: ${name}`}
        onClick={() => change.mutate()}
      >
        Make default
      </Button>
      <ErrorDialog error={change.error} onClose={change.reset} />
    </>
  );
}
