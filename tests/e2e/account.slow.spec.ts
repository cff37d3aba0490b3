import { expect, linkIn, newEmail, password, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { hydrated, openSection } from './pinref'

test('the account page asks a visitor to sign in, and shows users their own data', async ({ page }, { project }) => {
  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/)
  const email = await signUp(page)
  await visit(page, '/account')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(page.getByText('Starter: 1,000 calls a month.')).toBeVisible()
  await expect(page.getByText('Chrome on Linux · this browser')).toBeVisible()
  await expectGoodLooks(page, 'account', project.name)
})

test('one section is open at a time, keeps its input, and returns the focus', async ({ page }, { project }) => {
  await signUp(page)
  await visit(page, '/account#password')
  const index = page.getByRole('navigation', { name: 'Account' })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const [current, email] = [page.getByLabel('Current password'), page.getByLabel('New email')]
  await expect(current, 'the address opens a section').toBeFocused()
  await expect(index.getByRole('link', { name: 'Password' })).toHaveAttribute('aria-current', 'location')
  await expectGoodLooks(page, 'account-password', project.name)
  await current.fill('typed so far')
  await index.getByRole('link', { name: 'Email' }).press('Enter')
  await expect(email).toBeFocused()
  await expect(current).toBeHidden()
  await expect(index.locator('[aria-current]:visible')).toHaveText('Email')
  await page.keyboard.press('Escape')
  await expect(email).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused()
  await expect(page).toHaveURL('/account')

  const change = section('Password').getByRole('button', { name: 'Change password' })
  await change.press('Enter')
  await expect(current).toBeFocused()
  await expect(current).toHaveValue('typed so far')
  await section('Password').getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await expect(current).toHaveValue('')

  await page.evaluate(() => {
    location.hash = '#alerts'
  })
  await expect(section('Alerts').getByRole('heading')).toBeFocused()
  await expect(current).toBeHidden()
  await section('Alerts').getByRole('button', { name: 'Close alerts' }).press('Enter')
  await expect(section('Alerts').getByRole('switch')).toHaveCount(0)
  await expect(section('Alerts').getByRole('button', { name: 'Change alerts' })).toBeFocused()
  for (const [width, height, longest] of [
    [1440, 900, 1_600],
    [360, 740, 2_600],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(longest)
  }
  await page.getByText('On this page').click()
  await index.getByRole('link', { name: 'Devices' }).click()
  await expect(section('Devices').getByText('Chrome on Linux · this browser')).toHaveCount(2)
  await expect(index.getByRole('link')).toHaveCount(0)
})

test('changing the password needs the current password, and signs out all other browsers', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signUp(page)
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.255.1.1' } })
  const other = await elsewhere.newPage()
  await visit(other, `${baseURL}/sign-in?next=/account`)
  await signIn(other, email)
  await other.waitForURL('**/account')

  await visit(page, '/account')
  await openSection(page, 'Password')
  const change = page.getByRole('button', { name: 'Change password' })
  const present = page.getByLabel('Current password')
  await present.fill('not this one')
  await page.getByLabel('New password').fill('another horse')
  await change.click()
  await expect(present).toHaveAccessibleDescription('Incorrect password.')
  await expect(page.getByLabel('New password')).toHaveValue('another horse')
  await present.fill(password)
  await change.click()
  await expect(page.getByText('Password changed. All other browsers are signed out.')).toBeVisible()

  // The form in the other browser reports the sign-out and keeps its input.
  await hydrated(other)
  await openSection(other, 'Password')
  await other.getByLabel('Current password').fill('another horse')
  await other.getByLabel('New password').fill('a third horse')
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'Your session has expired' })).toBeVisible()
  await expect(other.getByLabel('New password')).toHaveValue('a third horse')
  await elsewhere.close()

  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await signIn(page, email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^Incorrect email or password\./,
  )
  await signIn(page, email, 'another horse')
  await page.waitForURL((url) => url.pathname === '/')
})

test('an address is confirmed and changed by email, and the confirmation is announced once', async ({
  page,
  accounts,
}, { project }) => {
  const email = await signUp(page)
  await visit(page, '/account')
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  const next = newEmail()
  await openSection(page, 'Email')
  await page.getByLabel('New email').fill(next)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(next, { exact: true })).toBeVisible()

  await page.goto(linkIn(await accounts.mailTo(next, 'Confirm your email'), accounts.url))
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  const notice = page.getByText('Your email address is confirmed.')
  await expect(notice).toBeVisible()
  await expectGoodLooks(page, 'account-email-confirmed', project.name)
  await page.reload()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(notice).toHaveCount(0)

  await visit(page, '/account')
  await openSection(page, 'Email')
  await page.getByLabel('New email').fill(email)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`We’ve sent a link to ${next}.`, { exact: false })).toBeVisible()
  await page.goto(linkIn(await accounts.mailTo(next, 'Change your email?'), accounts.url))
  await expect(page.getByText(next, { exact: true })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.goto(linkIn(await accounts.mailTo(email, 'Confirm your email'), accounts.url))
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(notice).toBeVisible()
})

test('deleting an account needs the word “delete” and the password, and signing in then fails', async ({ page }, {
  project,
}) => {
  const email = await signUp(page)
  await visit(page, '/account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectGoodLooks(page, 'account-delete', project.name)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete account' }).click()
  const deleteIt = dialog.getByRole('button', { name: 'Delete this account' })
  const word = dialog.getByLabel('Type delete')
  const field = dialog.getByLabel('Password', { exact: true })
  await deleteIt.click()
  await expect(word).toHaveAccessibleDescription('Type delete to continue.')
  await word.fill('delete')
  await field.fill('not this one')
  await deleteIt.click()
  await expect(field).toHaveAccessibleDescription('Incorrect password.')
  await expect(word).toHaveValue('delete')
  await field.fill(password)
  await deleteIt.click()
  await page.waitForURL('**/sign-in?notice=account-deleted')
  await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible()

  await visit(page, '/sign-in')
  await signIn(page, email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^Incorrect email or password\./,
  )
})

test(
  'the navigation has different links for a visitor and a signed-in user, and works with the keyboard',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const nav = page.getByRole('navigation', { name: 'Pages' })
    const isPhone = project.name === 'phone'
    const links = async () => {
      if (isPhone)
        await nav
          .getByText(/^(Menu|More)$/)
          .filter({ visible: true })
          .click()
      return nav.getByRole('link').allTextContents()
    }
    await visit(page, '/pricing')
    expect(await links()).toEqual(expect.arrayContaining(['Look up', 'Pricing', 'Docs', 'Sign in']))
    await expect(nav.getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page')
    if (isPhone) {
      await expectGoodLooks(page, 'menu', project.name)
      await page.keyboard.press('Escape')
      await expect(nav.getByRole('link')).toHaveCount(0)
      await expect(nav.locator('summary')).toBeFocused()
    }
    await signUp(page)
    await visit(page, '/account')
    if (!isPhone) await nav.locator('summary').filter({ visible: true }).click()
    const own = await links()
    expect(own).toEqual(expect.arrayContaining(['Keys', 'Usage', 'Account']))
    expect(own).not.toContain('Sign in')
    await expectGoodLooks(page, 'own-menu', project.name)
    await nav.getByText('Dark', { exact: true }).filter({ visible: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await nav.getByText('System', { exact: true }).filter({ visible: true }).click()
    await nav.getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/pricing')
    // The menu has closed. The navigation on a wide screen has no Pricing link.
    await expect(nav.getByRole('link', { name: 'Pricing' })).toHaveCount(0)

    await hydrated(page)
    const menu = nav.locator('summary').filter({ visible: true })
    await menu.press('Enter')
    await menu.press('ArrowUp')
    const signOut = nav.getByRole('button', { name: 'Sign out' })
    await expect(signOut).toBeFocused()
    await signOut.press('ArrowUp')
    await expect(nav.getByRole('link', { name: 'Pricing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await menu.press('Enter')
    await signOut.click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/account')
    await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/)
  },
)
