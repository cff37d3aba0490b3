import type { Page } from '@playwright/test'
import { expect, password, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { openSection } from './pinref'

// Passkeys need a host name, and do not work with an IP address.
test.use({ baseURL: ({ accounts }, use) => use(accounts.url.replace('127.0.0.1', 'localhost')) })

/**
 * Adds a device to this page's browser that keeps passkeys and recognizes its owner.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
async function withDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the fingerprint is the owner's. */
    recognize: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

/** Keeps the browser from offering passkeys in fields, so the button is the only way to use one. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const dialog = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const arrived = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/account')

async function add(page: Page, name: string) {
  await openSection(page, 'Passkeys')
  await section(page).getByLabel('Name').fill(name)
  await section(page).getByLabel('Password', { exact: true }).fill(password)
  await section(page).getByRole('button', { name: 'Add' }).click()
  await expect(section(page).getByText(`Passkey “${name}” added.`)).toBeVisible()
}

test('a passkey is added, used to sign in, renamed, and removed', async ({ page }, { project }) => {
  const device = await withDevice(page)
  await withoutAutofill(page)
  await signUp(page)
  await visit(page, '/account')
  await openSection(page, 'Passkeys')
  await expect(section(page).getByLabel('Name')).toHaveValue('Chrome on Linux')
  await expectGoodLooks(page, 'passkey-add', project.name)
  const word = section(page).getByLabel('Password', { exact: true })
  await word.fill('not this one')
  await section(page).getByRole('button', { name: 'Add' }).click()
  await expect(word).toHaveAccessibleDescription('Incorrect password.')
  await word.fill(password)
  await section(page).getByRole('button', { name: 'Add' }).click()
  await expect(section(page).getByText('1 passkey', { exact: true })).toBeVisible()
  await openSection(page, 'Passkeys')
  await expect(section(page).getByText(/^Added .+ · not used yet$/)).toBeVisible()
  expect(await device.count()).toBe(1)

  await page.context().clearCookies()
  await visit(page, '/sign-in?next=/account')
  await expectGoodLooks(page, 'sign-in-passkey', project.name)
  await button(page).click()
  await arrived(page)
  await visit(page, '/account')
  await openSection(page, 'Passkeys')
  await expect(section(page).getByText(/^Added .+ · last used /)).toBeVisible()
  await section(page).getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await dialog(page).getByLabel('Name').fill('  ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveAccessibleDescription(/^Give it a name/)
  await dialog(page).getByLabel('Name').fill('Work laptop')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByText('Work laptop', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'passkeys', project.name)
  await section(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByText('Passkey “Work laptop” removed.')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Add passkeys' })).toBeFocused()
})

test('the browser offers a passkey in the email field', async ({ page }) => {
  await withDevice(page)
  await signUp(page)
  await visit(page, '/account')
  await add(page, 'Laptop')
  await page.context().clearCookies()
  await page.goto('/sign-in?next=/account')
  // The owner is present, so the device responds immediately.
  await arrived(page)
})

test('a second passkey on a device and an unverified or removed passkey are reported, and the sign-in form remains', async ({
  page,
}) => {
  const device = await withDevice(page)
  await withoutAutofill(page)
  await signUp(page)
  await visit(page, '/account')
  await add(page, 'Laptop')
  // A device keeps one passkey per account.
  await openSection(page, 'Passkeys')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section(page).getByLabel('Name')).toBeFocused()
  await section(page).getByLabel('Password', { exact: true }).fill(password)
  await section(page).getByRole('button', { name: 'Add' }).click()
  await expect(section(page).getByText('This device already has a passkey for your account.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Cancel' }).click()
  await openSection(page, 'Passkeys')
  await section(page).getByRole('button', { name: 'Remove Laptop' }).click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByText('Passkey “Laptop” removed.')).toBeVisible()

  // The device still has the passkey.
  await page.context().clearCookies()
  await device.recognize(false)
  await visit(page, '/sign-in')
  await button(page).click()
  await expect(page.getByText(/^No passkey was used\./)).toBeVisible()
  await device.recognize(true)
  await button(page).click()
  await expect(page.getByText(/^This passkey was removed from your account\./)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})

test.describe('on a server opened by its IP address', () => {
  test.use({ baseURL: ({ accounts }, use) => use(accounts.url) })

  test('passkeys are not offered, and the account page explains where they work', async ({ page }) => {
    await visit(page, '/sign-in')
    await expect(button(page)).toHaveCount(0)
    await signUp(page)
    await visit(page, '/account')
    await expect(section(page).getByText('Passkeys work at localhost. Open this page there to add one.')).toBeVisible()
    await expect(section(page).getByRole('button')).toHaveCount(0)
  })
})
