import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expectGoodLooks } from './looks'
import { hydrated, openSection } from './pinref'
import { expect, mutate, test } from './signed-in'

test('an account’s events are listed, newest first, and can be downloaded', async ({ page, account, dashboard }, {
  project,
}) => {
  const { url } = dashboard
  for (let number = 1; number <= 22; number++) await mutate(page, url, 'keys.create', { name: `Key ${number}` })
  await page.goto('/account')
  await hydrated(page)
  const section = await openSection(page, 'Activity')
  const lines = section.getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await expect(lines.first()).toContainText('Key “Key 22” was created.')
  await expect(lines.first().getByRole('time')).toHaveText(/^\w+ \d+, 20\d\d, \d+:\d\d\s[AP]M$/)
  await expect(lines.first()).toContainText(/Chrome on Linux · from 10\.\d+\.\d+\.0\/24$/)
  await expectGoodLooks(page, 'activity', project.name)

  await section.getByRole('button', { name: 'Show more' }).click()
  await expect(lines).toHaveCount(23)
  await expect(lines.last()).toContainText('The account was created.')
  await expect(section.getByText('No older events are stored.')).toBeFocused()
  await expect(section.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  const saved = async (kind: string) => {
    const downloading = page.waitForEvent('download')
    await section.getByRole('button', { name: `Download ${kind}` }).click()
    const file = await downloading
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  const csv = await saved('CSV')
  expect(csv.name).toBe('pinref-activity.csv')
  const { data } = Papa.parse<Record<string, string>>(csv.text, { header: true, skipEmptyLines: true })
  expect(data).toHaveLength(23)
  expect(data[0]).toMatchObject({ event: 'key-created', browser: 'Chrome on Linux', by: 'owner' })
  const json = await saved('JSON')
  expect(json.name).toBe('pinref-activity.json')
  expect(JSON.parse(json.text)).toHaveLength(23)
  expect(json.text).not.toContain(account.email)

  await mutate(page, url, 'keys.create', { name: 'One more' })
  await page.reload()
  await expect(lines.first()).toContainText('Key “One more” was created.')
})
