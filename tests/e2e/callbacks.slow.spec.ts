import { Webhook } from 'standardwebhooks'
import { expectGoodLooks } from './looks'
import { clipboard, expect, hydrated, test } from './pinref'
import { signUp } from './signed-in'

let people = 0

test('endpoints are added, tested, and removed, and each has its own secret, which can be rotated', async ({
  page,
  dashboard,
}, { project }) => {
  const { url, receiver } = dashboard
  const looks = async (name: string, width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await expectGoodLooks(page, `callbacks-${name}`, project.name)
  }
  await signUp(page, url, `callbacks.${project.name}.${people++}@example.com`)
  await page.goto(`${url}/callbacks`)
  const section = page.getByRole('main')
  const address = section.getByLabel('Endpoint URL')
  const add = section.getByRole('button', { name: 'Add endpoint' })
  const endpoints = section.getByRole('list', { name: 'Endpoints' }).getByRole('listitem')
  const deliveries = section.getByRole('region', { name: 'Recent deliveries' }).getByRole('listitem')
  const secretOf = async (url: string) => {
    const endpoint = endpoints.filter({ hasText: url })
    await endpoint.getByRole('button', { name: 'Copy the secret' }).click()
    return clipboard(page)
  }
  await expect(address).toBeVisible()
  await hydrated(page)

  await address.fill('http://hooks.example.com/pinref')
  await add.click()
  await expect(address).toHaveAccessibleDescription('The address must begin with https://.')
  await address.fill('https://localhost/pinref')
  await add.click()
  await expect(address).toHaveAccessibleDescription(/private host name/)
  await looks('fault', 1440)

  // The first test event is rejected, so the endpoint is not verified yet.
  receiver.answerWith(500)
  let count = receiver.received.length
  await address.fill('https://hooks.example.com/pinref')
  await add.click()
  await expect(section.getByText('It’s shown only once.')).toBeVisible()
  const secret = await secretOf('https://hooks.example.com/pinref')
  const failed = await receiver.next('callback.test', count)
  expect(new Webhook(secret).verify(failed.body, failed.headers as Record<string, string>)).toBeTruthy()
  await expect(section.getByText('Status 500')).toBeVisible()
  await expect(section.getByText('Retrying')).toBeVisible()
  await expect(endpoints).toContainText('Every call has failed since')
  await looks('failing', 768)

  receiver.answerWith(204)
  count = receiver.received.length
  await section.getByRole('button', { name: 'Send again: callback.test' }).click()
  expect((await receiver.next('callback.test', count)).headers['webhook-id']).toBe(failed.headers['webhook-id'])
  await expect(section.getByText('Delivered')).toBeVisible()
  await expect(section.getByText('2 attempts')).toBeVisible()
  await expect(endpoints).toContainText('Verified')

  await expect(address).toHaveValue('')
  await address.fill('https://hooks.example.com/a-second-endpoint/with-a-long-path-that-has-to-break-on-a-phone')
  await add.click()
  await expect(endpoints).toHaveCount(2)
  await expect(endpoints.last()).toContainText('Verified')
  await address.fill('https://hooks.example.com/pinref')
  await add.click()
  await expect(address).toHaveAccessibleDescription('An endpoint with this address already exists.')
  await address.fill('')
  count = receiver.received.length
  await section.getByRole('button', { name: 'Send test event to https://hooks.example.com/pinref' }).click()
  expect((await receiver.next('callback.test', count)).path).toBe('/hooks.example.com/pinref')
  await expect(deliveries).toHaveCount(3)
  await expect(deliveries.first()).toContainText('Delivered')
  await looks('several', 360)

  const second = await secretOf('a-second-endpoint')
  expect(second).not.toBe(secret)
  await section.getByRole('button', { name: 'Rotate secret of https://hooks.example.com/pinref' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('https://hooks.example.com/pinref')
  await looks('rotate', 360)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(section.getByText(/The previous secret also signs until/)).toHaveCount(1)
  const rotated = await secretOf('https://hooks.example.com/pinref')
  expect([secret, second]).not.toContain(rotated)
  await looks('secret', 1440)

  await page.reload()
  await expect(endpoints).toHaveCount(2)
  await expect(section.getByRole('button', { name: 'Copy the secret' })).toHaveCount(0)
  await hydrated(page)
  await section.getByRole('button', { name: 'Remove https://hooks.example.com/pinref' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('https://hooks.example.com/pinref')
  await looks('remove', 360)
  await dialog.getByRole('button', { name: 'Remove endpoint' }).click()
  await expect(endpoints).toHaveCount(1)
  await expect(endpoints).toContainText('a-second-endpoint')
})
