let destination: string | undefined;

/** Where the sign-in that is under way wants to lead; set before it starts, because its answer reroutes. */
export function signInDestination(): string | undefined {
  return destination;
}

export function setSignInDestination(path: string | undefined): void {
  destination = path;
}
