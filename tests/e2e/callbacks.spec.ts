import { Webhook } from 'standardwebhooks'
import { expectGoodLooks } from './looks'
import { clipboard, expect, hydrated, test } from './pinref'
import { signUp } from './signed-in'

let people = 0

test('an endpoint is added, tested, given a new secret and removed', async ({ page, calling }, { project }) => {
  const { url, receiver } = calling
  const looks = async (name: string, width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await expectGoodLooks(page, `callbacks-${name}`, project.name)
  }
  await signUp(page, url, `callbacks.${project.name}.${people++}@example.com`)
  await page.goto(`${url}/account`)
  const section = page.getByRole('region', { name: 'Callbacks' })
  const address = section.getByLabel('Endpoint URL')
  const secretOf = async () => {
    await section.getByRole('button', { name: 'Copy the secret' }).click()
    return clipboard(page)
  }
  await expect(address).toBeVisible()
  await hydrated(page)

  await address.fill('http://hooks.example.com/pinref')
  await section.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(address).toHaveAccessibleDescription('The address has to begin with https://.')
  await address.fill('https://localhost/pinref')
  await section.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(address).toHaveAccessibleDescription(/only known inside a network/)
  await looks('fault', 1440)

  await address.fill('https://hooks.example.com/pinref')
  await section.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(section.getByText('it is shown once')).toBeVisible()
  const secret = await secretOf()

  receiver.answerWith(500)
  let count = receiver.received.length
  await section.getByRole('button', { name: 'Send test event' }).click()
  const failed = await receiver.next('callback.test', count)
  expect(new Webhook(secret).verify(failed.body, failed.headers as Record<string, string>)).toBeTruthy()
  await expect(section.getByText('Status 500')).toBeVisible()
  await expect(section.getByText('Retrying')).toBeVisible()
  await expect(section.getByText(/^Every call has failed since/)).toBeVisible()
  await looks('failing', 768)

  receiver.answerWith(204)
  count = receiver.received.length
  await section.getByRole('button', { name: 'Send again: callback.test' }).click()
  expect((await receiver.next('callback.test', count)).headers['webhook-id']).toBe(failed.headers['webhook-id'])
  await expect(section.getByText('Delivered')).toBeVisible()
  await expect(section.getByText('2 tries')).toBeVisible()
  await expect(section.getByText(/^Every call has failed/)).toHaveCount(0)

  await section.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make secret' }).click()
  await expect(section.getByText(/^The former secret signs until/)).toBeVisible()
  expect(await secretOf()).not.toBe(secret)
  await looks('secret', 1440)

  await page.reload()
  await expect(address).toHaveValue('https://hooks.example.com/pinref')
  await expect(section.getByText('Signing secret')).toHaveCount(0)
  await hydrated(page)
  await section.getByRole('button', { name: 'Remove endpoint' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('https://hooks.example.com/pinref')
  await dialog.getByRole('button', { name: 'Remove endpoint' }).click()
  await expect(section.getByRole('button', { name: 'Add endpoint' })).toBeVisible()
  await expect(address).toHaveValue('')
})
