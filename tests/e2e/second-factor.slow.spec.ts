import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { totp } from '../support/totp'
import { expect, password, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { clipboard, openSection } from './pinref'

const section = (page: Page) => page.getByRole('region', { name: 'Two-step verification' })

/**
 * Sets up two-step verification on the page, up to the recovery codes, and returns the secret and the recovery codes.
 * @param steps -1 to use the previous code, which is accepted too and leaves the current code for the sign-in.
 */
async function setUp(page: Page, steps = 0) {
  await visit(page, '/account')
  await openSection(page, 'Two-step verification')
  await section(page).getByLabel('Password', { exact: true }).fill(password)
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await section(page).getByRole('button', { name: 'Copy key' }).click()
  const secret = await clipboard(page)
  const done = section(page).getByRole('heading', { name: 'Save your recovery codes' })
  // The code may expire before it arrives. The page then asks for another code.
  await expect(async () => {
    if (await done.isVisible()) return
    await field(page).fill(totp(secret, steps))
    await section(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(done.or(section(page).getByText(/^This code is wrong/))).toBeVisible()
    await expect(done).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(done).toBeFocused()
  return { secret, codes: await section(page).getByRole('listitem').allTextContents() }
}

/** Signs out, then signs in again up to the code prompt. */
async function signInAgain(page: Page, email: string) {
  await page.context().clearCookies({ name: /session/ })
  await visit(page, '/sign-in?next=/account')
  await signIn(page, email)
}

/** Waits until the page that required the sign-in opens. */
const arrived = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/account')

const field = (page: Page) => page.getByLabel('Six-digit code')
const verify = (page: Page) => page.getByRole('button', { name: 'Verify', exact: true }).click()

test('a second factor is set up with an app, and recovery codes are shown', async ({ page }, { project }) => {
  await signUp(page)
  await visit(page, '/account')
  await openSection(page, 'Two-step verification')
  const word = section(page).getByLabel('Password', { exact: true })
  await word.fill('not this one')
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await expect(word).toHaveAccessibleDescription('Incorrect password.')
  await word.fill(password)
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await expect(field(page)).toBeFocused()
  await expect(section(page).getByRole('img', { name: /^QR code for your authenticator app/ })).toBeVisible()
  await expectGoodLooks(page, 'two-step-set-up', project.name)
  await section(page).getByRole('button', { name: 'Copy key' }).click()
  const secret = await clipboard(page)
  expect(secret).toMatch(/^[A-Z2-7]{52}$/)

  await field(page).fill('12345')
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(field(page)).toHaveAccessibleDescription('Enter the six digits your app shows.')
  await field(page).fill(totp(secret, 5))
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(field(page)).toHaveAccessibleDescription(/^This code is wrong or was already used\./)
  await field(page).fill(totp(secret))
  await section(page).getByRole('button', { name: 'Turn on' }).click()

  const codes = section(page).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectGoodLooks(page, 'two-step-codes', project.name)
  const shown = await codes.allTextContents()
  await section(page).getByRole('button', { name: 'Copy recovery codes' }).click()
  expect((await clipboard(page)).split('\n')).toEqual(shown)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    section(page).getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toBe(`Pinref recovery codes\n\n${shown.join('\n')}\n`)
  await section(page).getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section(page).getByText('10 of 10 recovery codes left.')).toBeVisible()
  await expectGoodLooks(page, 'two-step-on', project.name)
})

test(
  'with a second factor, a sign-in asks for a code, which may be pasted with a space',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const email = await signUp(page)
    const { secret } = await setUp(page, -1)
    await signInAgain(page, email)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expectGoodLooks(page, 'sign-in-code', project.name)
    await field(page).fill('000000')
    await verify(page)
    await expect(field(page)).toHaveAccessibleDescription(/^This code is wrong or was already used\./)
    await page.goto('/account')
    await expect(page).toHaveURL(/\/sign-in/)

    await signInAgain(page, email)
    const code = totp(secret)
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`)
    await field(page).press('ControlOrMeta+v')
    await field(page).press('Enter')
    await arrived(page)
  },
)

test('a recovery code works in place of the app, but only once', async ({ page }, { project }) => {
  const email = await signUp(page)
  const { codes } = await setUp(page)
  const typed = (codes[0] ?? '').replace('-', ' ').toUpperCase()
  for (const works of [true, false]) {
    await signInAgain(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const recovery = page.getByLabel('Recovery code')
    await expect(recovery).toBeFocused()
    await recovery.fill('ab3de')
    await verify(page)
    await expect(recovery).toHaveAccessibleDescription(/ten letters and digits/)
    await recovery.fill(typed)
    await verify(page)
    if (works) {
      await arrived(page)
      await expect(section(page).getByText('9 of 10 recovery codes left.')).toBeVisible()
    } else {
      await expect(recovery).toHaveAccessibleDescription(/^This isn’t one of your unused recovery codes\./)
      await expectGoodLooks(page, 'sign-in-recovery-code', project.name)
    }
  }
})

test('a trusted browser needs no code, new recovery codes replace the old ones, and turning the second factor off needs the password', async ({
  page,
}) => {
  const email = await signUp(page)
  const { codes } = await setUp(page)
  await signInAgain(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByLabel('Don’t ask again on this browser for 30 days').check()
  await verify(page)
  await arrived(page)
  await signInAgain(page, email)
  await arrived(page)

  await visit(page, '/account')
  const dialog = page.getByRole('alertdialog')
  await openSection(page, 'Two-step verification')
  await section(page).getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Get new codes' }).click()
  await expect(section(page).getByRole('listitem')).toHaveCount(10)
  expect(await section(page).getByRole('listitem').allTextContents()).not.toContain(codes[1])
  await section(page).getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section(page).getByText('10 of 10 recovery codes left.')).toBeVisible()

  await openSection(page, 'Two-step verification')
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Enter your password.')
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('Incorrect password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page).getByText('Two-step verification is off.')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeFocused()
  await page.context().clearCookies()
  await signInAgain(page, email)
  await arrived(page)
})

test('after too many wrong codes, the sign-in starts over with the password', async ({ page }) => {
  const email = await signUp(page)
  await setUp(page)
  await signInAgain(page, email)
  for (const code of ['000000', '000001', '000002', '000003', '000004', '000005']) {
    await field(page).fill(code)
    await verify(page)
    await expect(
      page.getByText(code === '000005' ? 'Too many wrong codes. Sign in again.' : /^This code is wrong/),
    ).toBeVisible()
  }
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
