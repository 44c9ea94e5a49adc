/** Whose configuration it is. Every query names it, so that no domain ever sees another's rows. */
export interface Scope {
  domainId: string;
  serviceId: string;
}
