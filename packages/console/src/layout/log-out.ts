import { session } from '../api/session.ts';
import { forgetKeptTexts } from '../lib/kept-text.ts';

export function logOut(): void {
  forgetKeptTexts();
  void session().logout();
}
