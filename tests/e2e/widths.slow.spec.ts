import { expectGoodLooksAt } from './looks'
import { test } from './signed-in'

// The other tests check pages on a phone and a small laptop.
const sizes = { 768: { width: 768, height: 900 }, 1440: { width: 1440, height: 900 } }

const forVisitors = ['/', '/bulk', '/pricing', '/docs', '/docs/reference/resolve', '/docs/share', '/status', '/sign-in']
const forAccounts = ['/', '/bulk', '/batches', '/watchlists', '/callbacks', '/keys', '/usage', '/account']

for (const path of forVisitors) {
  test(`${path} is accessible and fits a tablet and a large screen`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectGoodLooksAt(page, sizes, `width${path.replaceAll('/', '-')}`)
  })
}

for (const path of forAccounts) {
  test(`${path}, signed in, is accessible and fits a tablet and a large screen`, async ({ page, account: _ }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectGoodLooksAt(page, sizes, `width-own${path.replaceAll('/', '-')}`)
  })
}
