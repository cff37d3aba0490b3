import { expectGoodLooks } from './looks'
import { test } from './signed-in'

// The other tests look at pages on a phone and a small laptop.
const widths = [768, 1440]

const forVisitors = ['/', '/bulk', '/pricing', '/docs', '/docs/reference/resolve', '/docs/share', '/status', '/sign-in']
const forAccounts = ['/', '/keys', '/usage', '/account']

for (const path of forVisitors) {
  test(`${path} looks good on a tablet and a large screen`, async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectGoodLooks(page, `width${path.replaceAll('/', '-')}`, String(width))
    }
  })
}

for (const path of forAccounts) {
  test(`${path}, signed in, looks good on a tablet and a large screen`, async ({ page, account: _ }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectGoodLooks(page, `width-own${path.replaceAll('/', '-')}`, String(width))
    }
  })
}
