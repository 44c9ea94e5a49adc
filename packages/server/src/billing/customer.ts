/** Who pays: a user, in their domain. */
export interface Customer {
  domainId: string;
  userId: string;
}
