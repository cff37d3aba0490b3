import { expectGoodLooks } from './looks'
import { expect, test } from './pinref'

test('the docs show how to connect an agent, and what it sends and receives', async ({ page }, { project }) => {
  await page.goto('/docs/mcp')
  await page.getByRole('group', { name: 'Host' }).getByRole('radio', { name: 'VS Code' }).check()
  const setup = page.getByText('in .vscode/mcp.json').locator('..').locator('pre')
  expect(JSON.parse((await setup.textContent()) ?? '').servers.pinref.url).toMatch(/\/api\/mcp$/)

  await page.getByLabel('Tool', { exact: true }).selectOption('convert_cid')
  await page.getByLabel('A CID', { exact: true }).fill('0xABC')
  await expect(page.locator('pre').filter({ hasText: '"method": "tools/call"' })).toContainText('"cid": "0xABC"')
  await page.getByRole('button', { name: 'Call tool', exact: true }).click()
  await expect(page.getByText('What the agent receives: 200')).toBeVisible()
  await expect(page.locator('pre').filter({ hasText: 'structuredContent' })).toContainText('"cid_decimal": "2748"')
  await expectGoodLooks(page, 'docs-mcp', project.name)

  await page.getByLabel('A CID', { exact: true }).fill('no CID')
  await page.getByRole('button', { name: 'Call tool', exact: true }).click()
  await expect(page.locator('pre').filter({ hasText: '"isError": true' })).toContainText('This is not a CID')
})
