export const UNKNOWN_OUTCOME = 'It is not known whether this was submitted.';

/** What is said of a submit that failed. */
export const submitFailure = (isUnknown: boolean) =>
  isUnknown ? UNKNOWN_OUTCOME : 'Nothing was changed: this service could not be submitted.';
