import { expect, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { openSection } from './pinref'

test('a browser signed in elsewhere is listed by its name and can be signed out', async ({ page, browser, baseURL }, {
  project,
}) => {
  const email = await signUp(page)
  const elsewhere = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.77' },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
  })
  const other = await elsewhere.newPage()
  await visit(other, `${baseURL}/sign-in?next=/account`)
  await signIn(other, email)
  await other.waitForURL(({ pathname }) => pathname === '/account')

  await visit(page, '/account')
  await expect(page.getByText('2 browsers signed in')).toBeVisible()
  const section = await openSection(page, 'Devices')
  await expect(section.getByText('Chrome on Linux · this browser')).toBeVisible()
  await expect(section.getByText(/^Signed in .+ from 203\.0\.113\.77$/)).toBeVisible()
  await expectGoodLooks(page, 'devices', project.name)
  await section.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
  await expect(section.getByText('Safari on iOS is signed out.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)

  await other.goto(`${baseURL}/account`)
  await expect(other.getByText('Your session has expired. Sign in again to continue.')).toBeVisible()
  await elsewhere.close()
})
