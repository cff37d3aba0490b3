import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBase62 } from '@/server/access/api-key'
import { createKey } from '@/server/access/key-store'
import { writeProfile } from '@/server/access/profile'
import { store } from '@/server/store/store'
import { removeFolder } from '../servers/remove-folder'
import { startApp } from '../servers/start-app'

const connections = 32
const rounds = 3
const callsPerRound = 6_000
const body = '{"cid":"3545450935484072529"}'

/** Posts to an address over kept-alive connections; answers calls per second, the median of the rounds. */
async function throughput(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        `${url}${path}`,
        {
          method: 'POST',
          agent,
          headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
        },
        (response) => {
          response
            .resume()
            .once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))))
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
  const rates: number[] = []
  for (let round = 0; round <= rounds; round++) {
    let left = callsPerRound
    const started = performance.now()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left-- > 0) await post()
      }),
    )
    // The first round warms up.
    if (round > 0) rates.push((callsPerRound / (performance.now() - started)) * 1000)
  }
  agent.destroy()
  return rates.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

/** What a metered call costs on each host, against a node server that answers a constant: ratios within one run. */
export async function benchCalls(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-bench-'))
  const shared = { DATA_DIR: dataDir, KEY_PEPPER: 'a pepper for the benchmark', BURST_LIMIT: '1000000' }
  Object.assign(process.env, shared)
  const account = randomBase62(16)
  await writeProfile(account, { plan: 'unlimited' })
  const { key } = await createKey(account, 'Bench', null)

  const bare = createServer((incoming, outgoing) => {
    incoming.resume().once('end', () => outgoing.setHeader('content-type', 'application/json').end(body))
  }).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const address = bare.address()
  const bareUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const [node, next] = await Promise.all([startApp('node', shared), startApp('next', shared)])

  const headers = { 'x-api-key': key }
  const rates = {
    'bare node server, no work': await throughput(bareUrl, '/', headers),
    'POST /api/convert with a key, node server': await throughput(node.url, '/api/convert', headers),
    'POST /api/convert with a key, route files': await throughput(next.url, '/api/convert', headers),
  }
  const whole = rates['bare node server, no work']
  console.log('Metered calls (32 connections; the client and the store share the machine)')
  for (const [name, rate] of Object.entries(rates)) {
    console.log(`  ${name.padEnd(44)} ${rate.toFixed(0).padStart(7)}/s  ${(rate / whole).toFixed(3)}`)
  }
  bare.close()
  await Promise.all([node.stop(), next.stop()])
  await (await store()).close()
  removeFolder(dataDir)
}
