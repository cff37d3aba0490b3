import { expect, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test('turning off an alert is saved immediately and can be undone', async ({ page }, { project }) => {
  await signUp(page)
  await visit(page, '/sign-in?next=%2Faccount%23alerts')
  expect(new URL(page.url()).hash).toBe('#alerts')
  const section = page.getByRole('region', { name: 'Alerts' })
  const quota = section.getByRole('switch', { name: 'Plan quota' })
  await expect(section.getByRole('heading')).toBeFocused()
  for (const one of await section.getByRole('switch').all()) await expect(one).toBeChecked()
  await quota.click()
  await expect(section.getByText('Plan quota: turned off.')).toBeVisible()
  await expectGoodLooks(page, 'alerts', project.name)
  await section.getByRole('button', { name: 'Undo' }).click()
  await expect(section.getByText('Plan quota: turned on.')).toBeVisible()

  const devices = section.getByRole('switch', { name: 'New devices' })
  await devices.focus()
  await page.keyboard.press('Space')
  await expect(section.getByText('New devices: turned off.')).toBeVisible()
  await page.reload()
  await expect(quota).toBeChecked()
  await expect(devices).not.toBeChecked()
  await expect(page.getByText('Alerts about new devices were turned off.')).toBeVisible()
})
