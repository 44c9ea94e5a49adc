import { session } from '../api/session.ts';
import { showToast } from '../ui/toast.ts';

export function logOut(): void {
  session()
    .logout()
    .catch(() => showToast('The platform could not be told; this browser is signed out.', 'error'));
}
