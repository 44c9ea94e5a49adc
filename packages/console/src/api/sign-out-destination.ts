let destination: string | undefined;

/** Where a sign-out in progress leads; the login page if it is not set. */
export function signOutDestination(): string | undefined {
  return destination;
}

/** Set before the sign-out, whose end reroutes; unset where it has led there. */
export function setSignOutDestination(href: string | undefined): void {
  destination = href;
}
