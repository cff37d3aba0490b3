import { monthName } from '@/components/usage/month-words'
import { expectGoodLooks } from './looks'
import { operator } from './own-servers'
import { expect, test } from './pinref'
import { monthOf, signUp } from './signed-in'

// Each state is checked in both themes.
test.describe.configure({ timeout: 90_000 })

test('with billing an operator sees what was paid, and that Stripe does not answer', async ({
  page,
  paid,
}, testInfo) => {
  const { stripe } = paid
  stripe.account.invoices.clear()
  stripe.failNext('GET invoices', 503)
  await signUp(page, paid.url, operator)
  const [, link = ''] = /(https?:\/\/\S+)/.exec((await paid.mailTo(operator, 'Confirm your e-mail')).text) ?? []
  const { pathname, search } = new URL(link)
  await page.request.get(`${paid.url}${pathname}${search}`, { maxRedirects: 0 })
  await page.goto(`${paid.url}/operator`)
  const card = page.getByRole('region', { name: 'This month' })
  await expect(card).toContainText('Stripe did not answer as it should')
  await expect(card.getByRole('table', { name: 'Calls of all accounts and visitors' })).toBeVisible()
  await expectGoodLooks(page, 'operator-no-stripe', testInfo.project.name)

  // The month before was not asked for yet.
  const created = Date.parse(`${monthOf(1)}-15T00:00:00Z`) / 1000
  for (const amount_paid of [2_900, 129_900]) {
    const id = stripe.account.id('in')
    const invoice = { id, object: 'invoice' as const, customer: 'cus_0', subscription: 'sub_0', hosted_invoice_url: '' }
    stripe.account.invoices.set(id, { ...invoice, status: 'paid', created, currency: 'usd', amount_paid })
  }
  await card.getByLabel('Month').selectOption(monthName(monthOf(1)))
  const earlier = page.getByRole('region', { name: monthName(monthOf(1)) })
  await expect(earlier).toContainText('2 paid invoices at Stripe, before refunds and fees.')
  await expect(earlier.getByText('$1,328.00')).toHaveCount(2)
  await expectGoodLooks(page, 'operator-revenue', testInfo.project.name)
})
