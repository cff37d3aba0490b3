import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@/server/metering/access/key-store'
import { store } from '@/server/platform/store/store'
import { featureIdText, landmark } from '../simulator/listings'
import { bundleProgram } from '../support/bundle-program'
import { freePort } from '../support/free-port'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'

/*
 * Lists the source files that a call passes through: the files whose functions run between its request and its
 * response. The calls are made to the production bundle after similar calls, so one-time work
 * does not count.
 */

/** A link from a desktop browser's address bar. */
const link = `https://www.google.com/maps/place/Trevi+Fountain/@41.9009,12.4833,17z/data=!4m6!3m5!1s${featureIdText(landmark)}!8m2!3d41.9009!4d12.4833`
const calls = [
  { path: '/api/convert', body: { cid: '3545450935484072529' }, most: 25 },
  { path: '/api/resolve', body: { url: link }, most: 40 },
]

const redis = await startRedisServer()
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-trace-'))
const env = { REDIS_URL: redis.url, DATA_DIR: dataDir, KEY_PEPPER: 'a pepper for the trace' }
// This process creates the key, so it needs Pinref's settings too.
Object.assign(process.env, env)
const { key } = await createKey(await newAccount(), 'Trace', null)
await (await store()).close()

const recorder = await bundleProgram('tests/trace/recorder.ts')
const port = await freePort()
const server = spawn(process.execPath, ['--import', recorder, 'dist/worker.js'], {
  env: { PATH: process.env.PATH, PORT: String(port), NODE_ENV: 'production', ...env },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
server.once('exit', (code) => {
  if (code) process.exit(code)
})
const url = `http://127.0.0.1:${port}`
while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) await sleep(20)

let isOver = false
for (const { path, body, most } of calls) {
  const make = async () => {
    const headers = { 'x-api-key': key }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
  for (let warmup = 0; warmup < 3; warmup++) await make()
  await tell('forget')
  await make()
  await tell('follow')
  await make()
  const files = await tell('tell')
  console.log(`\nPOST ${path} passes through ${files.length} files; the limit is ${most}.`)
  for (const [index, file] of files.entries()) console.log(`${String(index + 1).padStart(4)}  ${file}`)
  isOver ||= files.length > most
}

server.kill('SIGTERM')
await once(server, 'exit')
await redis.stop()
removeFolder(dataDir)
process.exit(isOver ? 1 : 0)

/** Sends the recorder the next step. Returns the files that calls have passed through since the previous step. */
async function tell(step: 'forget' | 'follow' | 'tell'): Promise<string[]> {
  server.send(step)
  const [files] = await once(server, 'message')
  return files
}
