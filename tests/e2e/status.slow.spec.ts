import { Redis } from 'ioredis'
import { startRedisServer } from '../support/redis'
import { expectGoodLooks } from './looks'
import { withApp } from './own-servers'
import { expect, test } from './pinref'

test('the status page shows the current state of each part and its last changes', async ({ page }, { project }) => {
  const server = await startRedisServer()
  const redis = new Redis(server.url)
  try {
    await withApp({ REDIS_URL: server.url }, async (url) => {
      await page.goto(`${url}/status`)
      await expect(page.getByText('Responded to your browser in')).toBeVisible()
      const now = page.getByRole('region', { name: 'Now' })
      await expect(now.getByRole('definition')).toHaveText([/^Responded/, 'Responding', /^Sample data/])
      const list = page.getByRole('region', { name: 'Last changes' })
      await expect(list).toContainText('No outages have been recorded.')
      await expectGoodLooks(page, 'status-empty', project.name, 'main')

      const at = (time: string) => Date.parse(`2026-11-${time}Z`)
      const changes = [
        { part: 'google_details', state: 'unavailable', timeMs: at('27T18:04') },
        { part: 'store', state: 'ok', timeMs: at('26T09:31') },
        { part: 'store', state: 'unavailable', timeMs: at('26T09:30') },
      ].map((change) => JSON.stringify(change))
      const [google = '', store = ''] = changes
      await redis.rpush('{status}:changes', ...changes)
      await redis.hset('{status}:latest', { google_details: google, store })
      const status = async () => (await page.request.get(`${url}/api/status`)).json()
      await expect.poll(status).toEqual({
        parts: [
          { part: 'store', state: 'ok', since: '2026-11-26T09:31:00.000Z' },
          { part: 'google_details', state: 'unavailable', since: '2026-11-27T18:04:00.000Z' },
        ],
        changes: [
          { time: '2026-11-27T18:04:00.000Z', part: 'google_details', state: 'unavailable' },
          { time: '2026-11-26T09:31:00.000Z', part: 'store', state: 'ok' },
          { time: '2026-11-26T09:30:00.000Z', part: 'store', state: 'unavailable' },
        ],
      })
      // The page's process has its own copy of the state, which can be a second old.
      const html = async () => (await page.request.get(`${url}/status`)).text()
      await expect.poll(html).toContain('Most calls fail')
      await page.reload()
      await expect(now).toContainText(/Google Place DetailsMost calls fail, since Nov 2\d, 2026/)
      await expect(list.getByRole('listitem')).toHaveText([
        /Google Place Details: most calls fail$/,
        /Accounts and quotas: responding again$/,
        /Accounts and quotas: not responding$/,
      ])
      await expectGoodLooks(page, 'status', project.name, 'main')

      redis.disconnect()
      server.process.kill('SIGKILL')
      await expect.poll(html).toContain('Not responding, so calls can’t be counted and aren’t accepted')
      expect(await html()).toContain('The last changes aren’t available right now.')
      expect(await status()).toEqual({ parts: [{ part: 'store', state: 'unavailable', since: null }], changes: null })
    })
  } finally {
    await server.stop()
  }
})
