import { field } from '../../support/forms.ts';
import { apiOf, makePerson, signInFast } from '../../support/personas.ts';
import { expect } from '../../support/test.ts';
import {
  all,
  dialog,
  goTo,
  heading,
  inMap,
  leave,
  openLink,
  press,
  question,
  region,
  save,
  see,
  words,
} from './steps.ts';
import type { Step, Walks } from './walk.ts';

const PHONE = { width: 390, height: 800 };
const WIDE = { width: 1440, height: 900 };

const fillInvitation: Step = async ({ page }) => {
  const { username, email, firstName, lastName } = makePerson();
  const inviting = dialog('Invite child user')(page);
  await field(inviting, 'Username').fill(username);
  await field(inviting, 'E-mail').fill(email);
  await field(inviting, 'First name').fill(firstName);
  await field(inviting, 'Last name').fill(lastName);
};

const signInHere: Step = ({ page, person }) => signInFast(page, person);
/** On another device. */
const signInElsewhere: Step = async ({ page, productUrl, person }) => {
  await apiOf(productUrl, person);
  await page.reload();
};

const endOthers: Step = async ({ page }) => {
  await question(page).getByRole('button', { name: 'End other sessions' }).click();
  await expect(page.getByText('All other sessions were ended.')).toBeVisible();
};

/** On the device that has just signed in. */
const signOutThere: Step = async ({ page }, label) => {
  await region('Sessions')(page)
    .getByRole('button', { name: new RegExp(`^${label} .+ at `) })
    .first()
    .click();
  await question(page).getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByText('That device was signed out.')).toBeVisible();
};

const enterEmail: Step = ({ page, person }) => field(page, 'E-mail').fill(person.email);

/** One's own account and the people in one's domain. */
export const accountWalks: Walks = {
  'secure-account': [
    ['Forgot password?', all(goTo('/console/login'), openLink(heading('Forgot password')))],
    ['Send Reset Password Link', all(enterEmail, press(words('Check your email')))],
    ['Second factors', all(signInHere, goTo('/console/profile'), see('region'))],
    ['Add authenticator app', all(press(dialog('Add authenticator app')), leave('Cancel'))],
    [
      'Require a second factor of everyone in the domain',
      ({ page }, label) => expect(page.getByRole('switch', { name: label })).toBeVisible(),
    ],
    ['Sign out', all(signInElsewhere, signOutThere)],
    ['End other sessions', all(signInElsewhere, press(question), endOthers)],
    ['Download my data', save],
  ],
  'child-users': [
    ['People', inMap('People')],
    ['Invite child user', all(press(dialog('Invite child user')), fillInvitation)],
    ['Send invitation', press(words('Invited'))],
    ['People', inMap('People')],
    ['Run As', all(goTo('/console/run-tests'), see('combobox'))],
  ],
  'console-map': [
    [
      'Menu',
      all(
        ({ page }) => page.setViewportSize(PHONE),
        press(dialog('Menu')),
        ({ page }) => page.setViewportSize(WIDE),
      ),
    ],
  ],
};
