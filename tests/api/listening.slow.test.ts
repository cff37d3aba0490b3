import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen } from '@/server/entrances/http/listen'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

/** Returns the address on which a server with this HOSTNAME listens, and the URL that it reports. */
async function listening(host: string | undefined) {
  const server = createServer()
  const url = await listen(server, 0, host)
  const { address, port } = server.address() as AddressInfo
  server.close()
  return { address, url: url.replace(String(port), 'PORT') }
}

test('a server whose HOSTNAME is not an address of this machine does not start, and prints instructions', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-listen-'))
  const failed = await startApp('node', { DATA_DIR: dataDir, HOSTNAME: '256.1.1.1' }).catch(String)
  expect(failed).toContain(
    'HOSTNAME=256.1.1.1 is not an address of this machine. Set HOSTNAME to an address of this machine',
  )
  removeFolder(dataDir)
})

// Both addresses are reserved for documentation, so no machine uses them.
test.each(['192.0.2.7', '[2001:db8::7]'])(
  'a server cannot listen on %s if the machine does not have that address',
  async (host) => {
    await expect(listening(host)).rejects.toThrow(`HOSTNAME=${host} is not an address of this machine.`)
  },
)

test('without a HOSTNAME, or with the machine’s name, the server listens on all addresses', async () => {
  const all = { address: expect.stringMatching(/^(::|0\.0\.0\.0)$/), url: 'http://localhost:PORT' }
  for (const host of [undefined, hostname(), hostname().toUpperCase()]) expect(await listening(host)).toEqual(all)
})

test('with an IP address as HOSTNAME, the server listens only there; IPv6 works with or without brackets', async () => {
  expect(await listening('127.0.0.1')).toEqual({ address: '127.0.0.1', url: 'http://127.0.0.1:PORT' })
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const hasIpv6 = own.some(({ address }) => address === '::1')
  for (const host of ['::1', '[::1]']) {
    const answer = await listening(host).catch(String)
    if (hasIpv6) expect(answer).toEqual({ address: '::1', url: 'http://[::1]:PORT' })
    else expect(answer).toContain(`HOSTNAME=${host} is not an address of this machine`)
  }
})
