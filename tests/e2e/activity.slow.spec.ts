import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expectGoodLooks } from './looks'
import { hydrated, openSection } from './pinref'
import { expect, mutate, signIn, signUp, test } from './signed-in'

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
  await expect(lines.first()).toContainText(/by .+ \(owner\) · Chrome on Linux · from 10\.\d+\.\d+\.0\/24$/)
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
  expect(data[0]).toMatchObject({
    event: 'key-created',
    browser: 'Chrome on Linux',
    by: 'person',
    email: account.email,
    role: 'owner',
  })
  const json = await saved('JSON')
  expect(json.name).toBe('pinref-activity.json')
  const events = JSON.parse(json.text)
  expect(events).toHaveLength(23)
  expect(events[0].person).toMatchObject({ email: account.email, role: 'owner' })
  expect(JSON.stringify(events.at(-1))).not.toContain(account.email)

  await mutate(page, url, 'keys.create', { name: 'One more' })
  await page.reload()
  await expect(lines.first()).toContainText('Key “One more” was created.')
})

test('events name who caused them, and can be filtered by person', async ({ page, account, dashboard, browser }, {
  project,
}) => {
  const { url, redis } = dashboard
  const context = await browser.newContext()
  const colleague = await context.newPage()
  const { personId, email } = await signUp(colleague, url, `colleague.${account.email}`)
  await redis.hset(`{${account.id}}:members`, personId, 'member 1')
  await redis.hset(`{${personId}}:memberships`, account.id, 1)
  await redis.hset(`{${personId}}:preferences`, 'account', JSON.stringify(account.id))
  await signIn(colleague, url, email)
  await mutate(colleague, url, 'keys.create', { name: 'By the colleague' })
  // Events are written after the response.
  const events = () => redis.xlen(`{${account.id}}:audit`)
  await expect.poll(events).toBe(1)
  await mutate(page, url, 'keys.create', { name: 'By the owner' })
  await expect.poll(events).toBe(2)

  await page.goto(`${url}/account`)
  await hydrated(page)
  const section = await openSection(page, 'Activity')
  const lines = section.getByRole('listitem')
  await expect(lines).toHaveText([
    /“By the owner”.*by Ada \(owner\)/,
    /“By the colleague”.*by Ada \(member\)/,
    /by Ada ·/,
  ])
  await expect(section.getByLabel('Person').getByRole('option')).toHaveText([
    'Everyone',
    `Ada (${account.email})`,
    `Ada (${email})`,
  ])
  await section.getByLabel('Person').selectOption({ label: `Ada (${email})` })
  await expect(lines).toHaveText([/“By the colleague”.*by Ada \(member\).* · from 10\./])
  await expectGoodLooks(page, 'activity-by-person', project.name)
  const downloading = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download CSV' }).click()
  const { data } = Papa.parse<Record<string, string>>(readFileSync(await (await downloading).path(), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data).toMatchObject([{ event: 'key-created', name: 'Ada', email, role: 'member', person: personId }])

  await colleague.goto(`${url}/account`)
  await hydrated(colleague)
  const seen = (await openSection(colleague, 'Activity')).getByRole('listitem')
  await expect(seen.nth(0)).toHaveText(/“By the owner”.*by Ada \(owner\)$/)
  await expect(seen.nth(1)).toHaveText(/“By the colleague”.*by Ada \(member\).* · from 10\./)
  await context.close()
})
