/** Errors as Stripe answers them. */

export const TOO_SMALL = {
  type: 'invalid_request_error',
  code: 'amount_too_small',
  message: 'Amount must be at least $0.50 usd',
};
/** With 400, because it is a parameter that names what is missing. */
const missing = (param: string, what: string, id: string) => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param,
      message: `No such ${what}: '${id}'`,
    },
  },
});
export const unknownCustomer = (id: string) => missing('customer', 'customer', id);
export const unknownCard = (id: string) => missing('payment_method', 'PaymentMethod', id);
export const UNKNOWN_INTENT = {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: 'No such payment_intent',
};
export const OTHER_PARAMETERS = {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
};
export const UNCONFIRMED = {
  type: 'card_error',
  code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};
export const DECLINED = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
