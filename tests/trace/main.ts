import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchKeys } from '@/server/features/batches/batch-store'
import { askStore } from '@/server/platform/store/untyped'
import { newCaller } from '../load/caller'
import { report } from '../load/report'
import { setStage } from '../load/stage'
import { featureIdText, landmark } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { bundleProgram } from '../support/bundle-program'
import { hostArguments } from '../support/start-app'
import { type Server, startServer } from '../support/start-server'
import type { Step } from './recorder'

/*
 * Prints the source files that a call crosses, in order, and how many functions of Pinref's own are entered between its
 * request and its response. The calls are made to the production bundle after similar calls, so one-time work does not
 * count. The figures describe the code; none of them is a limit.
 */

/** How often each call is traced. */
const rounds = 5
/** How long nothing of Pinref's own runs between two traces. */
const quietMs = 50
/** The file in which a call begins, and the file in which a slice of a batch begins. */
const entrance = 'server/entrances/http/node-host.ts'
const sliceEntrance = 'server/features/batches/run-lane.ts'

/** A link from a desktop browser's address bar. */
const link = `https://www.google.com/maps/place/Trevi+Fountain/@41.9009,12.4833,17z/data=!4m6!3m5!1s${featureIdText(landmark)}!8m2!3d41.9009!4d12.4833`

/** A short link to the same listing, as the simulated Google expands it. */
const shortLink = `maps.app.goo.gl/sim-cid-${landmark.cid}`

const google = await startSimulator()
const stage = await setStage({ settings: { LINK_GATEWAY_URL: google.linksUrl } })
const traces: Array<{ name: string; files: string[]; functions: number; entries: number }> = []
try {
  const { accountId, key } = await newCaller()
  const recorder = await bundleProgram('tests/trace/recorder.ts')
  const server = await startServer((port) => ['--import', recorder, ...hostArguments('worker', port)], stage.env, {
    output: 'ignore',
    hasMessages: true,
  })
  try {
    await traceAll(server, accountId, key)
  } finally {
    await server.kill()
  }
} finally {
  await stage.end()
  await google.stop()
}
report({
  name: 'trace',
  tables: [
    ...traces.map(({ name, files }) => ({ title: name, head: ['files, in order'], rows: files.map((file) => [file]) })),
    {
      title: 'What a call crosses',
      head: ['', 'files', 'functions', 'function entries'],
      rows: traces.map(({ name, files, functions, entries }) => [
        name,
        `${files.length}`,
        `${functions}`,
        `${entries}`,
      ]),
    },
  ],
  figures: traces,
  faults: [],
})
process.exit()

async function traceAll(server: Server, accountId: string, key: string): Promise<void> {
  async function call(path: string, body: object): Promise<unknown> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const resolve = (url: string) => call('/api/resolve', { url })
  await trace(server, 'a convert with a key', entrance, () => call('/api/convert', { cid: '3545450935484072529' }))
  await trace(server, 'a resolve of a link', entrance, () => resolve(link))
  await trace(server, 'a resolve of a new short link', entrance, async () => {
    await askStore('DEL', `link:${shortLink}`)
    await resolve(`https://${shortLink}`)
  })
  await trace(server, 'a slice of a batch', sliceEntrance, async () => {
    const { id } = (await call('/api/batches?details=none', { lines: [link] })) as { id: string }
    while ((await askStore('HGET', batchKeys(accountId, id).record, 'state')) !== 'finished') await sleep(10)
  })
}

/** Traces some work, and adds its figures to the report. */
async function trace(server: Server, name: string, begins: string, work: () => Promise<unknown>): Promise<void> {
  for (let warmup = 0; warmup < 3; warmup++) await work()
  await send(server, 'forget')
  await work()
  await send(server, 'follow')
  const all: string[][] = []
  for (let round = 0; round < rounds; round++) {
    // What follows a response must not count for the next one.
    while ((await send(server, 'read')).length > 0) await sleep(quietMs)
    await work()
    all.push(entriesOf(await send(server, 'read'), begins))
  }
  // Background work can only add entries, so the shortest trace is the one of the work alone.
  const [entries = []] = all.filter(({ length }) => length > 0).sort((a, b) => a.length - b.length)
  if (entries.length === 0) throw new Error(`${name} never entered ${begins}`)
  const files = [...new Set(entries.map(fileOf))]
  traces.push({ name, files, functions: new Set(entries).size, entries: entries.length })
}

/**
 * Returns the entries from the first one in the file in which the work begins; what is before belongs to other work, for
 * example to the call that has made the batch.
 */
function entriesOf(entries: readonly string[], begins: string): string[] {
  const files = entries.map(fileOf)
  const first = files.indexOf(begins, begins === entrance ? 0 : files.lastIndexOf(entrance))
  return first < 0 ? [] : entries.slice(first)
}

/** An entry is a function's file and position. */
function fileOf(entry: string): string {
  return entry.split(' ')[0] ?? ''
}

/** Sends the recorder its next step. Returns the functions that were entered since the previous step. */
async function send(server: Server, step: Step): Promise<string[]> {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error(`the server ended: ${server.errors()}`))
  server.process.once('exit', onExit)
  try {
    const reply = once(server.process, 'message', { signal: ended.signal })
    server.process.send(step)
    const [entries] = await reply
    return entries
  } finally {
    server.process.off('exit', onExit)
  }
}
