import type { APIRequestContext, Page } from '@playwright/test'
import { createKey } from './keys'
import { expectGoodLooks } from './looks'
import { operator, otherOperator } from './own-servers'
import { becomeOperator, callWithKey, expect, monthOf, mutate, seedUsage, signUp, test } from './signed-in'

const accountsOf = (page: Page) => page.getByRole('region', { name: 'Accounts' })
const rowOf = (page: Page, email: string) => accountsOf(page).getByRole('row').filter({ hasText: email })

/** The id of a key's account, which is part of the key. */
const accountIn = (key: string) => key.slice(8, 24)

async function find(page: Page, text: string) {
  await accountsOf(page).getByLabel('Email, account id, or API key').fill(text)
  await accountsOf(page).getByRole('button', { name: 'Find' }).click()
}

async function pick(page: Page, email: string, item: string) {
  await rowOf(page, email)
    .getByRole('button', { name: `Change ${email}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an operator finds an account, changes its plan, and suspends it', async ({
  page,
  playwright,
  dashboard,
}, testInfo) => {
  const { url, redis, mailTo } = dashboard
  const { project, workerIndex } = testInfo
  const name = `${project.name}${workerIndex}`
  const customer: APIRequestContext = await playwright.request.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.${workerIndex % 250}.9` },
  })
  const asCustomer = { request: customer } as Page
  const email = `zoe.of.the.long.name.${name}@customers-of-pinref.example.com`
  await signUp(asCustomer, url, email)
  await signUp(asCustomer, url, `zack.${name}@example.com`)
  await customer.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email, password: 'correct horse battery' },
  })
  const { key } = await mutate(asCustomer, url, 'keys.create', { name: 'Production' })
  const id = accountIn(key)
  await seedUsage(redis, id, monthOf(0), 987, { '1:resolve:ok': 987 })

  await becomeOperator(page, url, otherOperator, mailTo)
  await page.goto(`${url}/operator?tab=accounts`)
  await expect(rowOf(page, email)).toBeVisible()
  await find(page, `ZOE.of.the.long.name.${name}`)
  await expect(rowOf(page, `zack.${name}@example.com`)).toHaveCount(0)
  const row = rowOf(page, email)
  await expect(row).toContainText('Starter')
  await expect(row).toContainText('987')
  await expect(row).toContainText('Just now')
  await find(page, 'nobody-is-called-so')
  await expect(accountsOf(page).getByText('No accounts found.')).toBeVisible()
  await find(page, key)
  await expect(row).toBeVisible()
  await find(page, id)
  await expect(row).toBeVisible()
  await find(page, 'z')
  await expect(rowOf(page, `zack.${name}@example.com`)).toBeVisible()
  const emails = () => accountsOf(page).getByRole('rowheader').allTextContents()
  const isBefore = (all: string[], first: string, second: string) =>
    all.findIndex((text) => text.includes(first)) < all.findIndex((text) => text.includes(second))
  await expect(page.getByRole('table', { name: 'Accounts, sorted by calls' })).toBeVisible()
  expect(isBefore(await emails(), email, `zack.${name}@`)).toBe(true)
  await accountsOf(page).getByRole('button', { name: 'Email', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Accounts, sorted by email' })).toBeVisible()
  expect(isBefore(await emails(), `zack.${name}@`, email)).toBe(true)
  // Lookups use the sample, so no account has a cost.
  await expect(row.getByRole('cell').filter({ hasText: '–' })).toBeVisible()
  await expectGoodLooks(page, 'operator-accounts', project.name)

  // Uses the keyboard; Escape changes nothing.
  const menu = row.getByRole('button', { name: `Change ${email}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Change plan' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await pick(page, email, 'Change plan')
  const planDialog = page.getByRole('alertdialog', { name: `Change plan for ${email}` })
  await planDialog.getByLabel('Plan').selectOption('growth')
  await expectGoodLooks(page, 'operator-plan', project.name)
  await planDialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(planDialog).toHaveCount(0)
  await expect(row).toContainText('Growth')
  await expect(menu).toBeFocused()

  expect(await callWithKey(url, key)).toBe(200)
  await pick(page, email, 'Suspend')
  const suspendDialog = page.getByRole('alertdialog', { name: `Suspend ${email}?` })
  await expectGoodLooks(page, 'operator-suspend', project.name)
  await suspendDialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await callWithKey(url, key)).toBe(200)
  await pick(page, email, 'Suspend')
  await suspendDialog.getByRole('button', { name: 'Suspend account' }).click()
  // The browser asks for a reason.
  await expect(suspendDialog).toBeVisible()
  await suspendDialog.getByLabel('Reason').fill('Calls from 900 networks')
  await suspendDialog.getByRole('button', { name: 'Suspend account' }).click()
  await expect(row).toContainText(/Suspended since .* by .…@example\.com/)
  await expect(row).toContainText('Calls from 900 networks')
  await expect(row).toContainText('989')
  expect(await callWithKey(url, key)).toBe(403)
  await expectGoodLooks(page, 'operator-suspended', project.name)

  await pick(page, email, 'Resume')
  await page.getByRole('button', { name: 'Resume account' }).click()
  await expect(row).not.toContainText('Suspended')
  expect(await callWithKey(url, key)).toBe(200)

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(`${url}/operator?tab=activity`)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByText('The plan was changed from Starter to Growth.').first()).toBeVisible()
  await expect(activity.getByText('The account was suspended: Calls from 900 networks').first()).toBeVisible()
  await expect(activity.getByText(/by the operator s…@example\.com · from /).first()).toBeVisible()
  await customer.dispose()
})

test('an operator opens an account’s page, and changes its plan and suspends it there', async ({
  page,
  playwright,
  dashboard,
}, { project, workerIndex }) => {
  const { url, redis, mailTo } = dashboard
  const customer = await playwright.request.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': `10.7.${workerIndex % 250}.9` },
  })
  const asCustomer = { request: customer } as Page
  const email = `yasmin.of.the.long.name.${project.name}${workerIndex}@customers-of-pinref.example.com`
  await signUp(asCustomer, url, email)
  const { key } = await mutate(asCustomer, url, 'keys.create', {
    name: 'The production server in the data center in Frankfurt',
    monthlyLimit: 5_000,
    burstLimit: 20,
    operations: ['resolve', 'convert'],
  })
  await mutate(asCustomer, url, 'keys.create', { name: 'Tests', test: true })
  const id = accountIn(key)
  const today = new Date().toISOString().slice(8, 10)
  await seedUsage(redis, id, monthOf(0), 987, {
    [`${today}:resolve:ok`]: 987,
    [`${today}:resolve:failed`]: 12,
    [`${today}:resolve:rejected`]: 3,
    [`${today}:listing_not_found`]: 12,
    [`${today}:monthly_quota_exhausted`]: 3,
  })
  await redis.hset(`{upstream:${monthOf(0)}}:account:${id}`, { details_enterprise: 1_200, resolution: 40 })

  await becomeOperator(page, url, otherOperator, mailTo)
  await page.goto(`${url}/operator?tab=accounts`)
  await find(page, email)
  await rowOf(page, email).getByRole('link', { name: email }).click()
  await expect(page).toHaveURL(`${url}/operator/accounts/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Account')).toContainText('987 of 1,000')
  await expect(section('Members').getByRole('row').filter({ hasText: email })).toContainText('Owner')
  const row = section('Keys').getByRole('row').filter({ hasText: 'Frankfurt' })
  await expect(row).toContainText(`pr_live_…${key.slice(-4)}`)
  await expect(row).toContainText('Resolve, Convert · 20 calls per 10 seconds')
  await expect(row).toContainText('0 of 1,000')
  const errors = page.getByRole('table', { name: 'Failed and rejected calls by error code' })
  await expect(errors.getByRole('row').filter({ hasText: 'listing_not_found' })).toContainText('12')
  await expect(errors.getByRole('row').filter({ hasText: 'monthly_quota_exhausted' })).toContainText('3')
  await expect(page.getByRole('table', { name: 'Calls per day' }).getByRole('row').last()).toContainText('1,002')
  await expect(section('Calls to Google this month').getByRole('row').last()).toContainText('$24.00')
  await expect(section('Activity').getByText('was created.').first()).toBeVisible()
  await expectGoodLooks(page, 'operator-account', project.name)

  await section('Account').getByRole('button', { name: 'Change plan' }).click()
  await page.getByRole('alertdialog').getByLabel('Plan').selectOption('growth')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change plan' }).click()
  await expect(section('Account')).toContainText('987 of 10,000')
  expect(await callWithKey(url, key)).toBe(200)
  await section('Account').getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Reason').fill('Calls from 900 networks')
  await page.getByRole('button', { name: 'Suspend account' }).click()
  await expect(section('Account')).toContainText('Calls from 900 networks')
  await expect(section('Activity')).toContainText('The account was suspended.')
  expect(await callWithKey(url, key)).toBe(403)
  await section('Account').getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Resume account' }).click()
  await expect(section('Account')).not.toContainText('Suspended since')
  expect(await callWithKey(url, key)).toBe(200)

  const missing = await page.request.get(`${url}/operator/accounts/0123456789abcdef`)
  expect(missing.status()).toBe(404)
  await customer.dispose()
})

test('a suspended account’s pages show that it is suspended and whom to contact', async ({ page, account, dashboard }, {
  project,
}) => {
  const { url, redis } = dashboard
  await mutate(page, url, 'keys.create', { name: 'Production' })
  await mutate(page, url, 'batches.create', { data: '["1"]', start: 'later' })
  await redis.hset(`{${account.id}}:profile`, 'suspended', new Date().toISOString())
  for (const path of ['/', '/keys', '/usage', '/account', '/pricing', '/bulk', '/batches']) {
    // A page that is rendered while the store is too slow to respond does not show the signed-in user.
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByText('This account is suspended.')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(page.getByText('To have the suspension lifted, contact the person who runs')).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Your batches' }).getByText('Not started')).toBeVisible()
  await page.goto('/keys')
  await expectGoodLooks(page, 'suspended', project.name)
  await createKey(page, 'Another')
  await expect(page.getByText('This account is suspended, so lookups and API keys are blocked')).toBeVisible()
  await redis.hdel(`{${account.id}}:profile`, 'suspended')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your keys' })).toBeVisible()
  await expect(page.getByText('This account is suspended')).toHaveCount(0)
})

test('an operator has to confirm a change to a paid plan, and Stripe’s next event undoes the change', async ({
  page,
  playwright,
  paid,
}, { project, workerIndex }) => {
  const { url, pay, hear, stripe, mailTo } = paid
  const customer = await playwright.request.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': `10.8.${workerIndex % 250}.9` },
  })
  const asCustomer = { request: customer } as Page
  const email = `payer.${project.name}${workerIndex}@example.com`
  await signUp(asCustomer, url, email)
  const subscription = await pay((await mutate(asCustomer, url, 'plans.choose', { plan: 'growth' })).url)
  await becomeOperator(page, url, operator, mailTo)
  await page.goto(`${url}/operator?tab=accounts`)
  await find(page, email)
  const row = rowOf(page, email)
  await expect(row).toContainText('Growth')
  await pick(page, email, 'Change plan')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Plan').selectOption('scale')
  await expect(dialog.getByText('This account has a Stripe subscription.')).toBeVisible()
  await expectGoodLooks(page, 'operator-plan-paid', project.name)
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  // The browser asks the user to check the box.
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Change it anyway').check()
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(row).toContainText('Scale')
  stripe.account.become(subscription, 'past_due')
  await hear()
  await find(page, email.slice(0, -1))
  await expect(row).toContainText('Growth')
  await customer.dispose()
})
