let destination: string | undefined;

/** Destination of the sign-in in progress. Set before the sign-in starts, because its response redirects. */
export function signInDestination(): string | undefined {
  return destination;
}

export function setSignInDestination(path: string | undefined): void {
  destination = path;
}
