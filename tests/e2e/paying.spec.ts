import { expect, fillIn, leavingFor, newEmail, planCard, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test('a plan chosen before signing up is active afterward, and the keys page opens', async ({ page }, { project }) => {
  await visit(page, '/pricing')
  await planCard(page, 'Growth').getByRole('link', { name: 'Start with Growth' }).click()
  await page.waitForURL('**/sign-up?plan=growth')
  await expect(page.getByText(/10,000 calls a month\. No charge\./)).toBeVisible()
  await visit(page, page.url())
  await expectGoodLooks(page, 'sign-up', project.name)
  await fillIn(page, newEmail())
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/keys?welcome=growth')
  await visit(page, '/pricing')
  await expect(planCard(page, 'Growth')).toContainText('Your plan')
  await expectGoodLooks(page, 'pricing-signed-in', project.name)
})

test.describe('with billing on', () => {
  test.use({ baseURL: ({ paid }, use) => use(paid.url) })

  test('a new account pays at the checkout and gets the plan', async ({ page, paid }, { project }) => {
    await visit(page, '/pricing')
    await expect(planCard(page, 'Starter')).toContainText('$0')
    await expect(planCard(page, 'Growth')).toContainText('10,000 calls a month')
    await expect(planCard(page, 'Growth')).toContainText('$2.90 per 1,000 calls')
    await expect(planCard(page, 'Unlimited')).toContainText('No monthly limit', { ignoreCase: true })
    await expect(page.getByRole('row', { name: /^Price per month/ })).toContainText('$29')
    await visit(page, '/sign-up?plan=growth')
    await expect(page.getByText('You pay on the next page.')).toBeVisible()
    await fillIn(page, newEmail())
    const checkout = await leavingFor(page, 'https://checkout.test/**', () =>
      page.getByRole('button', { name: 'Create account' }).click(),
    )
    // After a canceled checkout, the account exists and the plan can be chosen again.
    await visit(page, '/pricing?plan=growth')
    await expect(planCard(page, 'Starter')).toContainText('Your plan')
    await expect(page.getByText('Every plan is free here.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose Growth' }).click()
    const again = await leavingFor(page, 'https://checkout.test/**', () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Continue to payment' }).click(),
    )
    expect(again).toBe(checkout)

    await paid.pay(checkout)
    await visit(page, '/account')
    await expect(page.getByText('Growth: 10,000 calls a month for $29.')).toBeVisible()
    await expectGoodLooks(page, 'account-paid', project.name)
    const portal = await leavingFor(page, 'https://portal.test/**', () =>
      page.getByRole('button', { name: 'Manage billing' }).click(),
    )
    expect(portal).toMatch(/^https:\/\/portal\.test\//)
  })
})
