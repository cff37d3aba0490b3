import type { Page } from '@playwright/test'
import { appRedirect, finish, OAuthApp } from '../support/oauth-app'
import { expect, leavingFor, newEmail, password, signUp, test, visit } from './accounts'
import { copyKey, createKey, newKeyDialog, rowOf } from './keys'
import { expectGoodLooks } from './looks'
import { hydrated } from './pinref'
import { callWithKey } from './signed-in'

test('a colleague joins on a phone, loses rights at once as a viewer and after removal, and leaves a working key but no working app', async ({
  page,
  browser,
  accounts: { url },
}, { project }) => {
  const owner = await signUp(page)
  const colleague = newEmail()
  await visit(page, '/members')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('ada')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByText('Enter an email like ada@example.com.')).toBeVisible()
  await email.fill(colleague)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = page.getByText(/\/invitation\/\w{38}$/)
  await expect(link).toBeVisible()
  const { pathname: invitation } = new URL((await link.textContent()) ?? '')
  await expect(page.getByRole('button', { name: `Cancel invitation to ${colleague}` })).toBeVisible()
  await expectGoodLooks(page, 'members-invited', project.name)

  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.78' },
  })
  const other = await phone.newPage()
  await visit(other, invitation)
  await expect(other.getByRole('heading', { name: 'You’re invited' })).toBeVisible()
  await expect(other.getByText(`${owner} invites you to`)).toBeVisible()
  await expectGoodLooks(other, 'invitation', 'phone')
  await other.getByLabel('Choose a password').fill(password)
  await other.getByRole('button', { name: 'Create sign-in and join' }).click()
  await other.waitForURL(({ pathname }) => pathname === '/')

  await visit(other, '/keys')
  await createKey(other, 'Field work')
  const key = await copyKey(other)
  expect(await callWithKey(url, key)).toBe(200)
  const app = new OAuthApp('client 2', url, url.replace('127.0.0.1', 'localhost'))
  const client = await connect(app, other)
  const convert = () => client.callTool({ name: 'convert_cid', arguments: { cid: '0xABC' } })
  expect(await convert()).toMatchObject({ structuredContent: { cid_decimal: '2748' } })

  // The dialog is open before the role changes.
  await visit(other, '/keys')
  await other.getByRole('button', { name: 'New key' }).click()
  await newKeyDialog(other).getByLabel('Name', { exact: true }).fill('Second')
  await page.reload()
  await hydrated(page)
  const menu = page.getByRole('button', { name: `Actions for ${colleague}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Make a viewer' }).click()
  await expect(page.getByText(`${colleague} is now a viewer.`)).toBeVisible()
  await newKeyDialog(other).getByRole('button', { name: 'Create key' }).click()
  await expect(newKeyDialog(other).getByRole('alert')).toContainText('Your role in this account does not allow this.')
  expect(await convert()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('role_not_allowed') }],
  })
  await other.reload()
  await expect(rowOf(other, 'Field work')).toBeVisible()
  await expect(rowOf(other, 'Second')).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'New key' })).toHaveCount(0)

  await visit(other, '/members')
  await expect(other.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('viewer')
  await expect(other.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expectGoodLooks(other, 'members-of-viewer', 'phone')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removal = page.getByRole('alertdialog', { name: `Remove ${colleague}?` })
  await expectGoodLooks(page, 'members-remove', project.name)
  await removal.getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByText(`${colleague} is removed.`)).toBeVisible()
  await expect(menu).toHaveCount(0)

  await other.getByRole('button', { name: 'Leave account' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
  const notice = other.getByRole('alertdialog', { name: 'You’re no longer in this account' })
  await expect(notice).toContainText('Your last click changed nothing.')
  await expectGoodLooks(other, 'removed', 'phone')
  await notice.getByRole('link', { name: 'Choose an account' }).click()
  await other.waitForURL(({ pathname }) => pathname === '/accounts')
  await visit(other, '/keys')
  await other.waitForURL(({ pathname }) => pathname === '/accounts')
  await visit(other, invitation)
  await expect(other.getByRole('heading', { name: 'This invitation was used' })).toBeVisible()

  expect(await callWithKey(url, key)).toBe(200)
  await visit(page, '/keys')
  await expect(rowOf(page, 'Field work')).toContainText('Made by a previous member')
  await expectGoodLooks(page, 'keys-of-previous-member', project.name)
  const headers = { authorization: `Bearer ${app.saved.tokens?.access_token}` }
  expect((await fetch(`${url}/mcp`, { method: 'POST', headers, body: '{}' })).status).toBe(401)
  // The library then sends its refresh token.
  await expect(convert()).rejects.toMatchObject({ code: 'invalid_grant' })
  await phone.close()
})

/** Connects an app for the person who uses this page, on the page that asks them. */
async function connect(app: OAuthApp, page: Page) {
  const transport = await app.begin()
  const request = app.requestUrl as URL
  await visit(page, request.pathname + request.search)
  await expect(page.getByText('in Ada.')).toBeVisible()
  const back = await leavingFor(page, `${appRedirect}?**`, () => page.getByRole('button', { name: 'Allow' }).click())
  await finish(transport, new URL(back))
  return app.client()
}
