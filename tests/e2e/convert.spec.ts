import { answerOf, clipboard, colosseum, expect, open, openTab, test } from './pinref'

test('a CID converts in both directions', async ({ page }) => {
  await open(page)
  await openTab(page, 'Convert')
  const box = page.getByLabel('CID, decimal or hexadecimal')
  const answer = answerOf(page)

  await box.fill(colosseum.cid)
  await page.getByRole('button', { name: 'Convert', exact: true }).click()
  await answer.getByRole('button', { name: 'Copy hex CID' }).click()
  expect(await clipboard(page)).toBe(colosseum.hexCid)

  await box.fill('FFFFFFFFFFFFFFFF')
  await page.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(answer.getByRole('definition').first()).toHaveText('18446744073709551615')
  await answer.getByRole('button', { name: 'Copy CID', exact: true }).click()
  expect(await clipboard(page)).toBe('18446744073709551615')
})

test('an invalid CID is explained', { tag: '@any-width' }, async ({ page }) => {
  await open(page)
  await openTab(page, 'Convert')
  const box = page.getByLabel('CID, decimal or hexadecimal')
  await box.fill('18446744073709551616')
  await page.keyboard.press('Enter')
  await expect(answerOf(page).getByText(/out of range/)).toBeVisible()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveValue('18446744073709551616')
})
