let destination: string | undefined;

/** Where the sign-in in progress leads; set before it starts, because its response reroutes. */
export function signInDestination(): string | undefined {
  return destination;
}

export function setSignInDestination(path: string | undefined): void {
  destination = path;
}
