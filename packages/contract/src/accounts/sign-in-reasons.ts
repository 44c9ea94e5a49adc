/** `details.reason` of the 422 that a right password gets while the e-mail address is not confirmed. */
export const EMAIL_NOT_CONFIRMED = 'EMAIL_NOT_CONFIRMED';
