import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'

const run = promisify(execFile)
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-check-'))
let simulator: Simulator
let redis: RedisServer

beforeAll(async () => {
  ;[simulator, redis] = await Promise.all([startSimulator({ resolution: 'documented' }), startRedisServer()])
})
afterAll(async () => {
  await Promise.all([simulator.stop(), redis.stop()])
  removeFolder(dataDir)
})

/** Runs `pinref-server check-google`. */
function check(settings: Record<string, string>, ...flags: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, REDIS_URL: redis.url, ...settings }
  return run(process.execPath, ['dist/pinref-server.js', 'check-google', ...flags], { env })
}

const google = () => ({
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
})

test('check-google fails with a message if there is no Google key', async () => {
  await expect(check({ GOOGLE_MAPS_API_KEY: '' })).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no Google key to check. Set GOOGLE_MAPS_API_KEY.\n',
  })
})

test('check-google prints each call’s result and cost, and saves the results', async () => {
  const { stdout } = await check(google(), '--all')
  expect(stdout).toMatch(/^Place Details, ids only +works +free$/m)
  expect(stdout).toMatch(/^Place Details with title, rating, and count +works +up to \$0\.02$/m)
  expect(stdout).toMatch(/^Places API \(Legacy\) by a CID +not enabled +free +The project does not have this API/m)
  expect(stdout).toMatch(/^Resolution API, g\.page +refused +free +Google returned no listing for these links\.$/m)
  expect(stdout).toContain(`Saved in ${dataDir}/google.json.`)
  expect(stdout).not.toContain(simulator.apiKey)
  expect(JSON.parse(readFileSync(`${dataDir}/google.json`, 'utf8')).results).toHaveLength(10)
})

test('check-google makes no billable call if the user cannot confirm it', async () => {
  simulator.reset()
  const { stdout } = await check(google())
  expect(stdout).toMatch(/^Place Details with title, rating, and count +not tried /m)
  expect(simulator.calls).toHaveLength(9)
})
