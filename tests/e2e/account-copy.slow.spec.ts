import { readFileSync } from 'node:fs'
import { expect, signUp, test, visit } from './accounts'

test('an account’s data can be downloaded as a JSON file', async ({ page }) => {
  const email = await signUp(page)
  await visit(page, '/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^pinref-account-\d{4}-\d\d-\d\d\.json$/)
  const copy = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(copy).toMatchObject({ format: 2, person: { email, name: 'Ada' }, account: { plan: { plan: 'starter' } } })
  expect(copy.person.signIn.sessions).toHaveLength(1)
})
