import { writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { measureCalls } from './calls'
import { measureReadReference } from './read-reference'
import { printFigures, ratiosOf } from './report'
import { buildPeers, startAll, stopServers } from './servers'
import { setStage } from './stage'
import { measureStartAndMemory } from './start-and-memory'
import { measureStoreCosts } from './store-costs'
import { measureUpstream } from './upstream'
import { measureWorkers } from './workers'

const step = (text: string) => process.stderr.write(`${text}\n`)

step('Building the peers')
buildPeers()
const stage = await setStage()
// Each connection of the middle load has a key and an account of its own.
const keys = await Promise.all(Array.from({ length: 32 }, () => stage.newKey('unlimited')))
const [key = ''] = keys

step('Counting round trips to the store, and commands in it')
const storeCosts = await measureStoreCosts(key, stage.env.REDIS_URL ?? '')
step('Reading links')
const readReference = measureReadReference()

step('Starting Pinref and its peers')
const servers = await startAll(stage)
const calls = await measureCalls(servers, keys)
await stopServers(servers)

step('Several workers')
const workers = await measureWorkers(stage, keys)
step('Upstream calls and what they cost')
const upstream = await measureUpstream(stage, key)
step('Start and memory (two minutes of load)')
const startAndMemory = await measureStartAndMemory(stage, keys)
await stage.end()

const ratios = ratiosOf(calls, startAndMemory)
const figures = { calls, ratios, storeCosts, upstream, workers, startAndMemory, readReference }
printFigures(figures)
const machine = { node: process.version, cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', arch: arch() }
writeFileSync('bench.json', `${JSON.stringify({ at: new Date().toISOString(), machine, ...figures }, null, 2)}\n`)
step('\nAll of it is in bench.json.')
process.exit(0)
