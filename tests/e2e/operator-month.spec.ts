import { monthName } from '@/components/usage/month-words'
import { expectGoodLooks } from './looks'
import { operator } from './own-servers'
import { expect, test } from './pinref'
import { becomeOperator, monthOf } from './signed-in'

test('with billing on, an operator sees a month’s revenue, or that Stripe returned an error', async ({
  page,
  paid,
}, testInfo) => {
  const { stripe } = paid
  const [unpaid, paidMonth] = [monthOf(1), monthOf(2)]
  await becomeOperator(page, paid.url, operator, paid.mailTo)
  await page.goto(`${paid.url}/operator`)
  const card = page.getByRole('region', { name: 'This month' })
  await expect(card.getByRole('table', { name: 'Calls by all accounts and visitors' })).toBeVisible()
  await expect(card).toContainText('Revenue')

  stripe.failNext('GET invoices', 503)
  await card.getByLabel('Month').selectOption(monthName(unpaid))
  const unknown = page.getByRole('region', { name: monthName(unpaid) })
  await expect(unknown).toContainText('Stripe returned an error')
  await expect(unknown.getByRole('table', { name: 'Calls by all accounts and visitors' })).toBeVisible()
  await expectGoodLooks(page, 'operator-no-stripe', testInfo.project.name)

  const created = Date.parse(`${paidMonth}-15T00:00:00Z`) / 1000
  for (const amount_paid of [2_900, 129_900]) {
    const id = stripe.account.id('in')
    const invoice = { id, object: 'invoice' as const, customer: 'cus_0', subscription: 'sub_0', hosted_invoice_url: '' }
    stripe.account.invoices.set(id, { ...invoice, status: 'paid', created, currency: 'usd', amount_paid })
  }
  await unknown.getByLabel('Month').selectOption(monthName(paidMonth))
  const earlier = page.getByRole('region', { name: monthName(paidMonth) })
  await expect(earlier).toContainText('2 paid invoices at Stripe, before refunds and fees.')
  await expect(earlier.getByText('$1,328.00')).toHaveCount(2)
  await expectGoodLooks(page, 'operator-revenue', testInfo.project.name)
})
