const styles = `
dialog {
  max-width: min(26rem, calc(100vw - 2rem)); padding: 1.25rem; border: 1px solid; border-radius: 8px;
  background: Canvas; color: CanvasText; font: inherit;
}
dialog::backdrop { background: rgb(0 0 0 / 0.6); }
h2 { margin: 0 0 0.5rem; font-size: 1.1rem; }
div { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1rem; }
button { min-height: 2.5rem; padding: 0 1rem; font: inherit; }
`;

/** Simulates the strong authentication of a bank's page. Resolves with true when the card holder confirms. */
export function askForConfirmation(): Promise<boolean> {
  const host = document.createElement('atrium-test-confirmation');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Confirm payment');
  const title = document.createElement('h2');
  title.textContent = 'Confirm payment';
  const text = document.createElement('p');
  text.textContent =
    'Your bank asks you to confirm this payment. This is the test provider: no money is charged.';
  const buttons = document.createElement('div');
  const confirm = createButton('Confirm', 'yes');
  buttons.append(confirm, createButton('Refuse', 'no'));
  dialog.append(title, text, buttons);
  root.append(dialog);
  document.body.append(host);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      host.remove();
      resolve(dialog.returnValue === 'yes');
    });
    dialog.showModal();
    confirm.focus();

    function finish(event: Event) {
      if (event.target instanceof HTMLButtonElement) dialog.close(event.target.value);
    }
    buttons.addEventListener('click', finish);
  });
}

function createButton(label: string, value: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.value = value;
  return button;
}
