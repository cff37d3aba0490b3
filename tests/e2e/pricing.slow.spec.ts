import { expect, fillIn, leavingFor, newEmail, planCard, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test('with billing off, the pricing page shows what each plan includes, but no prices', async ({ page }, {
  project,
}) => {
  await visit(page, '/pricing')
  await expect(planCard(page, 'Growth')).toContainText('10,000calls a month')
  await expect(planCard(page, 'Growth')).toContainText('No charge')
  await expect(planCard(page, 'Unlimited')).toContainText('No limit')
  await expect(page.locator('main')).not.toContainText('$')
  await expect(page.getByText('Every plan is free here.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Calls per 10 seconds/ }).getByRole('cell')).toHaveText([
    'Calls per 10 seconds',
    /300/,
    /300/,
    /300/,
    /300/,
    /300/,
  ])
  await expect(planCard(page, 'Growth')).toContainText('1,000 watched listings')
  await expect(page.getByRole('row', { name: /^Watched listings/ }).getByRole('cell')).toHaveText([
    'Watched listings',
    /Not included/,
    /100/,
    /1,000/,
    /10,000/,
    /No limit/,
  ])
  await expect(page.getByText(/so are checks of watched listings/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^Signed callbacks/ }).getByText('Not included')).toHaveCount(1)
  const question = page.getByRole('group').filter({ hasText: 'Do unused calls carry over?' })
  await question.getByText('Do unused calls carry over?').click()
  await expect(question.getByText(/resets on the first of each month/)).toBeVisible()
  await expectGoodLooks(page, 'pricing', project.name)
})

test('a plan chosen before signing in is remembered and has to be confirmed', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-up?plan=scale')
  await page.getByRole('link', { name: 'Sign in', exact: true }).filter({ visible: true }).last().click()
  await page.waitForURL('**/sign-in?next=**')
  await visit(page, page.url())
  await signIn(page, email)
  await page.waitForURL('**/pricing?plan=scale')
  await visit(page, page.url())
  await expect(page.getByRole('heading', { name: 'Continue with Scale?' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose Scale' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Choose Scale' }).click()
  await page.waitForURL('**/keys?welcome=scale')
})

test('opening a URL never changes a plan', async ({ page }) => {
  await signUp(page)
  await visit(page, '/pricing?plan=unlimited')
  await visit(page, '/sign-up?plan=unlimited')
  await visit(page, '/pricing')
  await expect(planCard(page, 'Starter')).toContainText('Your plan')
})

test(
  'a plan change is explained before it is confirmed, and can be retried if it fails',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await signUp(page)
    await visit(page, '/pricing')
    await page.getByRole('button', { name: 'Choose Growth' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Change from Starter to Growth?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('term')).toHaveText(['From', 'To', 'Price', 'Takes effect', 'This month’s calls'])
    await expect(dialog.getByRole('definition')).toHaveText([
      'Starter: 1,000 calls a month.',
      'Growth: 10,000 calls a month.',
      'No charge.',
      'Immediately.',
      'None yet, so you start with 10,000.',
    ])
    await expectGoodLooks(page, 'pricing-change', project.name)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(planCard(page, 'Starter')).toContainText('Your plan')
    await page.getByRole('button', { name: 'Choose Growth' }).click()
    const choose = dialog.getByRole('button', { name: 'Choose Growth' })
    await page.context().setOffline(true)
    await choose.click()
    await expect(page.getByRole('alert').filter({ hasText: 'No response' })).toBeVisible()
    await page.context().setOffline(false)
    await choose.click()
    await page.waitForURL('**/keys?welcome=growth')
  },
)

test.describe('when the operator grants plans', () => {
  test.use({ baseURL: ({ google }, use) => use(google.url) })

  test('larger plans are available on request, and a new account starts with the free plan', async ({ page }, {
    project,
  }) => {
    await visit(page, '/pricing')
    await expect(page.getByText('Nothing is charged here.')).toBeVisible()
    await expect(page.locator('main')).not.toContainText('$')
    await expect(planCard(page, 'Growth')).toContainText('On request')
    await expect(planCard(page, 'Growth').getByRole('link')).toHaveCount(0)
    await expectGoodLooks(page, 'pricing-operator', project.name)
    await planCard(page, 'Starter').getByRole('link', { name: 'Start for free' }).click()
    await page.waitForURL('**/sign-up?plan=starter')

    await visit(page, '/sign-up?plan=growth')
    await expect(page.getByText(/1,000 calls a month\. For Growth, create an account, then contact/)).toBeVisible()
    await expectGoodLooks(page, 'sign-up-operator', project.name)
    await fillIn(page, newEmail())
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/keys?welcome=starter')
    await visit(page, '/pricing')
    await expect(planCard(page, 'Starter')).toContainText('Your plan')
    await expect(page.getByRole('button', { name: /Choose/ })).toHaveCount(0)
    await expectGoodLooks(page, 'pricing-operator-signed-in', project.name)
    await visit(page, '/account')
    await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible()
  })
})

test.describe('with billing on', () => {
  test.use({ baseURL: ({ paid }, use) => use(paid.url) })

  test('a plan change asks for confirmation before it charges, and a cancellation can be undone', async ({
    page,
    paid,
  }, { project }) => {
    await visit(page, '/sign-up?plan=growth')
    await fillIn(page, newEmail())
    const create = page.getByRole('button', { name: 'Create account' })
    await paid.pay(await leavingFor(page, 'https://checkout.test/**', () => create.click()))

    await visit(page, '/pricing')
    await page.getByRole('button', { name: 'Choose Starter' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('When your paid month of Growth ends.')
    await expectGoodLooks(page, 'pricing-ask', project.name)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose Starter' }).click()
    await dialog.getByRole('button', { name: 'Choose Starter' }).click()
    await expect(page.getByText(/Growth is canceled\. It runs until \w+ \d+, \d{4}/)).toBeVisible()
    await expectGoodLooks(page, 'pricing-cancelled', project.name)

    await page.getByRole('button', { name: 'Keep Growth' }).click()
    await dialog.getByRole('button', { name: 'Keep Growth' }).click()
    await expect(page.getByText(/Growth is canceled/)).toHaveCount(0)

    await page.getByRole('button', { name: 'Choose Scale' }).click()
    await dialog.getByRole('button', { name: 'Choose Scale' }).click()
    await page.waitForURL('**/keys?welcome=scale')
  })

  test('a failed payment is shown, with a link to pay, until it is paid', async ({ page, paid }, { project }) => {
    await visit(page, '/sign-up?plan=growth')
    await fillIn(page, newEmail())
    const create = page.getByRole('button', { name: 'Create account' })
    const subscription = await paid.pay(await leavingFor(page, 'https://checkout.test/**', () => create.click()))
    paid.stripe.account.failRenewal(subscription)
    await paid.hear()

    const note = page.getByText(/A payment failed\. Update your payment details/)
    await visit(page, '/account')
    await expect(page.getByText('Growth: 10,000 calls a month for $29.')).toBeVisible()
    await expect(note).toBeVisible()
    await expectGoodLooks(page, 'account-payment-failed', project.name)
    await leavingFor(page, 'https://portal.test/**', () => page.getByRole('button', { name: 'Manage billing' }).click())
    await visit(page, '/pricing')
    await expect(note).toBeVisible()

    paid.stripe.account.recover(subscription)
    await paid.hear()
    await visit(page, '/account')
    await expect(page.getByText('Growth: 10,000 calls a month for $29.')).toBeVisible()
    await expect(note).toHaveCount(0)
  })

  test('signing up while Stripe is failing still creates the account, and the plan can be chosen again', async ({
    page,
    paid,
  }) => {
    await visit(page, '/sign-up?plan=scale')
    await fillIn(page, newEmail())
    // The Stripe client sends each failed request twice.
    paid.stripe.failNext('POST customers', 500, 2)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(/Your account is ready, but your plan isn’t active yet/)).toBeVisible()
    await page.getByRole('link', { name: 'Choose the plan again' }).click()
    await expect(page.getByRole('heading', { name: 'Continue with Scale?' })).toBeVisible()
  })
})
