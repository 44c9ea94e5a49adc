import type { Locator, Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { openSettings } from '../../support/settings.ts';
import { expect } from '../../support/test.ts';
import type { Stage, Step } from './walk.ts';

type Find = (page: Page) => Locator;

const within = (page: Page, place?: Find) => place?.(page) ?? page;
/** Beside a path: `Settings → Run Tests`. */
const last = (label: string) => label.split(' → ').at(-1) ?? label;

export const region =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('region', { name, exact: true });
export const dialog =
  (name?: string | RegExp): Find =>
  (page) =>
    page.getByRole('dialog', name === undefined ? {} : { name }).last();
export const question: Find = (page) => page.getByRole('alertdialog');
export const heading =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('heading', { name }).first();
export const words =
  (text: string | RegExp): Find =>
  (page) =>
    page.getByText(text).first();

const seen = (page: Page, find: Find) => expect(find(page)).toBeVisible({ timeout: 60_000 });

/** Opens what the map at the left calls so. */
export const inMap =
  (opens: string | RegExp): Step =>
  async ({ page }, label) => {
    const side = page.getByRole('navigation', { name: 'Side' });
    if (!(await side.isVisible())) await page.goto('/console/');
    await side.getByRole('link', { name: last(label), exact: true }).click();
    await seen(page, heading(opens));
  };

/** Opens what the settings menu calls so. */
export const inSettings =
  (opens: string | RegExp): Step =>
  async ({ page }, label) => {
    await openSettings(page, last(label));
    await seen(page, heading(opens));
  };

/** Presses the button of this name, and sees what comes of it. */
export const press =
  (comes: Find, place?: Find): Step =>
  async ({ page }, label) => {
    await within(page, place).getByRole('button', { name: label, exact: true }).first().click();
    await seen(page, comes);
  };

export const openLink =
  (comes: Find): Step =>
  async ({ page }, label) => {
    await page.getByRole('main').getByRole('link', { name: label, exact: true }).first().click();
    await seen(page, comes);
  };

/** Types into the field of this name. */
export const type =
  (text: string | ((stage: Stage) => string), place?: Find): Step =>
  async (stage, label) => {
    const input = field(within(stage.page, place), label);
    const value = typeof text === 'string' ? text : text(stage);
    await input.fill(value);
    await expect(input).toHaveValue(value);
  };

/** Chooses in the list of this name. */
export const choose =
  (option: string | { index: number }, place?: Find): Step =>
  async ({ page }, label) => {
    await field(within(page, place), label).first().selectOption(option);
  };

/** Turns the switch or box of this name on, or the other way, and leaves it as `turned` says. */
export const turn =
  (turned: 'on' | 'off' | 'on and off', place?: Find): Step =>
  async ({ page }, label) => {
    const box = within(page, place)
      .getByRole('switch', { name: label, exact: true })
      .or(within(page, place).getByRole('checkbox', { name: label, exact: true }));
    const set = async (isOn: boolean) => {
      // Not `check`, which looks at once: what is kept by the platform changes when that has answered.
      await box.click({ force: true });
      await expect(box).toBeChecked({ checked: isOn });
      await expect(box).toBeEnabled();
    };
    if (turned !== 'off') await set(true);
    if (turned !== 'on') await set(false);
  };

export const see =
  (role: 'region' | 'heading' | 'combobox'): Step =>
  ({ page }, label) =>
    expect(page.getByRole(role, { name: label, exact: true }).first()).toBeVisible();

export const goTo =
  (path: string): Step =>
  ({ page }) =>
    page.goto(path);

/** Leaves what lies over the page as it is. */
export const leave =
  (button: string): Step =>
  async ({ page }) => {
    const over = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
    await over.getByRole('button', { name: button, exact: true }).last().click();
  };

/** One after the other, at the same label. */
export const all =
  (...steps: Step[]): Step =>
  async (stage, label) => {
    for (const step of steps) await step(stage, label);
  };
