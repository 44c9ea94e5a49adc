import { refreshSession } from '../../api/session.ts';
import { queryClient } from '../../layout/WithQueries.tsx';
import { readError } from '../../ui/read-error.ts';
import { showToast } from '../../ui/toast.ts';
import { confirmationQuery } from './confirmation.queries.ts';

/** Redeems the token of a link opened by a signed-in user, and updates their address. */
export async function confirmSignedIn(token: unknown): Promise<void> {
  if (typeof token !== 'string' || token === '') return;
  try {
    const { isRepeated } = await queryClient().fetchQuery(confirmationQuery(token));
    showToast(isRepeated ? 'This e-mail address is already confirmed.' : 'E-mail verification successful!');
  } catch (error) {
    showToast(`E-mail verification failed! ${readError(error).message}`, 'error');
    return;
  }
  // The address is confirmed, whether or not this page hears of it now.
  await refreshSession().catch(() => undefined);
}
