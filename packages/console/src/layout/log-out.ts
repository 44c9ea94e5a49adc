import { session } from '../api/session.ts';

export function logOut(): void {
  void session().logout();
}
