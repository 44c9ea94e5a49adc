import { confirmTestPayment, createTestToken } from '@atrium/contract/billing/test-provider';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { sendCall } from '@atrium/contract/send-call';
import type { CardField, CardProvider } from '../features/billing/card-field.ts';
import { askForConfirmation } from './confirmation.ts';
import { createInputs } from './inputs.ts';

/*
 * Browser side of the built-in test provider, loaded like a real provider's script. Self-contained: its input is sent
 * only to the provider, never through the console.
 */

function createField(): CardField {
  const inputs = createInputs();
  return {
    mount(element, onChange) {
      element.replaceChildren(inputs.element);
      inputs.onChange(onChange);
    },
    async createToken() {
      const answer = await sendCall(createTestToken, { body: inputs.card() });
      return ((await answer.json()) as EndpointResponse<typeof createTestToken>).token;
    },
    unmount: () => inputs.element.remove(),
  };
}

const provider: CardProvider = {
  createField,
  async authenticate(clientSecret) {
    await sendCall(confirmTestPayment, {
      body: { clientSecret, isApproved: await askForConfirmation() },
    });
  },
};

Object.assign(window, { atriumTestCards: provider });
