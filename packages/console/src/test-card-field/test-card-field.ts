import { confirmTestPayment, createTestToken } from '@atrium/contract/billing/test-provider';
import { readErrorMessage } from '@atrium/contract/error-message';
import type { CardField, CardProvider } from '../features/billing/card-provider.ts';
import { askForConfirmation } from './confirmation.ts';
import { createInputs } from './inputs.ts';

/**
 * The browser side of the built-in test provider, loaded like a real provider's script. It stands alone: what
 * is typed into its field goes to the provider only, never through the console.
 */
async function send(endpoint: { method: string; path: string }, body: object): Promise<Response> {
  const answer = await fetch(endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(readErrorMessage(answer.status, await answer.json().catch(() => null)));
  return answer;
}

function createField(): CardField {
  const inputs = createInputs();
  return {
    mount(element, onChange) {
      element.replaceChildren(inputs.element);
      inputs.onChange(onChange);
    },
    async createToken() {
      const answer = await send(createTestToken, inputs.card());
      return ((await answer.json()) as { token: string }).token;
    },
    unmount: () => inputs.element.remove(),
  };
}

const provider: CardProvider = {
  createField,
  async authenticate(clientSecret) {
    await send(confirmTestPayment, { clientSecret, isApproved: await askForConfirmation() });
  },
};

Object.assign(window, { atriumTestCards: provider });
