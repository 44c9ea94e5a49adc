/** Shown at the fields of the sign-in form, by the console and the server. */
export const ENTER_USERNAME = 'Please enter your username.';
export const ENTER_PASSWORD = 'Please enter your password.';

/** `details.reason` of the 422 that a right password gets while the e-mail address is not confirmed. */
export const EMAIL_NOT_CONFIRMED = 'EMAIL_NOT_CONFIRMED';

/** `details.reason` of the 403 of a call that has to be preceded by `confirmSession`. */
export const CONFIRMATION_NEEDED = 'CONFIRMATION_NEEDED';

/** `details.reason` of the 422 of a second step that came too late, or was made before: the first one comes again. */
export const CHALLENGE_OVER = 'CHALLENGE_OVER';
