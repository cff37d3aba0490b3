import { expectGoodLooks } from './looks'
import { answerOf, clipboard, colosseum, expect, open, openTab, test } from './pinref'

test('a CID is converted in both directions as it is typed, without a call', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await openTab(page, 'Convert')
  const box = page.getByLabel('CID, decimal or hexadecimal')
  const answer = answerOf(page)

  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
  await box.fill(colosseum.cid)
  await answer.getByRole('button', { name: 'Copy hex CID' }).click()
  await expect.poll(() => clipboard(page)).toBe(colosseum.hexCid)

  await box.fill('FFFFFFFFFFFFFFFF')
  await expect(answer.getByRole('definition').first()).toHaveText('18446744073709551615')
  await answer.getByRole('button', { name: 'Copy CID', exact: true }).click()
  await expect.poll(() => clipboard(page)).toBe('18446744073709551615')

  const call = page.getByRole('region', { name: 'Convert over the API' })
  await expect(call).toContainText('{"cid":"18446744073709551615"}')
  expect(requests, 'it is arithmetic in the browser').toEqual([])
})

test('an invalid CID is explained', async ({ page }) => {
  await open(page)
  await openTab(page, 'Convert')
  const box = page.getByLabel('CID, decimal or hexadecimal')
  await box.fill('18446744073709551616')
  await expect(box).toHaveAccessibleDescription(/out of range/)
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveValue('18446744073709551616')
})

test('a CID that may have been rounded is converted with a warning', async ({ page }, { project }) => {
  await open(page)
  await openTab(page, 'Convert')
  const box = page.getByLabel('CID, decimal or hexadecimal')
  await box.fill('5822041866838063000')
  await expect(box).toHaveAccessibleDescription(/may have rounded this number/)
  await expect(box).not.toHaveAttribute('aria-invalid')
  await expect(answerOf(page)).toContainText('0x50cc0c3b3c55b798')
  await expectGoodLooks(page, 'convert-rounded', project.name)
  await box.fill('5822041866838063605')
  await expect(box).toHaveAccessibleDescription(/^Digits alone/)
})
