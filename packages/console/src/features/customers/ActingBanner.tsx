import { stopActing } from '@atrium/contract/customers/customer-acting';
import { call } from '../../api/call.ts';
import { useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { useStayingBar } from '../../layout/staying-bars.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { Eye } from '../../ui/icons.ts';

/** Banner on every page during an impersonation: the impersonated user and the way back. */
export function ActingBanner() {
  const { user } = useAuth();
  const banner = useStayingBar<HTMLElement>('--banner');
  const stopping = useChange({
    mutationFn: () => call(stopActing, {}),
    // Returns to the own session or the sign-in. Reloads, so that no data of the other user remains.
    onSuccess: () => window.location.assign(paths.customers()),
  });
  if (user?.actor === undefined) return null;
  return (
    <section
      ref={banner}
      aria-label="Acting as another person"
      className="sticky top-0 z-30 flex items-center gap-4 border-b-2 border-warn bg-warn-soft px-4 py-2 text-ink"
    >
      <p className="flex min-w-0 flex-1 items-start gap-2 wrap-anywhere max-sm:text-xs max-sm:leading-tight">
        <Eye aria-hidden size={20} className="mt-px shrink-0 text-warn" />
        <span>
          <strong>{user.actor}</strong>, you act as <strong>{user.username}</strong>. Every change is logged
          with both names.
        </span>
      </p>
      <Button size="small" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
        Stop
      </Button>
      <ErrorDialog error={stopping.error} onClose={stopping.reset} />
    </section>
  );
}
