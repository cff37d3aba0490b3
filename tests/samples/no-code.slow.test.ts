import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import workflow from '@/docs/samples/n8n.json'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import type { Received } from '../support/callback-receiver'
import { removeFolder } from '../support/remove-folder'
import { startCallbackServer } from './callback-server'
import { docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-no-code-'))
let server: Awaited<ReturnType<typeof startCallbackServer>>
let shown: Shown[]
/** The callback that the production build has sent for a batch of one line. */
let finished: Received

beforeAll(async () => {
  server = await startCallbackServer(join(folder, '.data'), 'no-code@example.com')
  finished = await server.finishBatch()
  shown = await samplesOn(inject('docsUrl'), '/docs/guides/no-code')
})

afterAll(async () => {
  await server.stop()
  removeFolder(folder)
})

/** Returns the code of a sample as a page shows it, with the address of this server. */
const shownAs = (id: string) => samplesWith(shown, id)[0].code.replaceAll(origin, server.app.url)

// `tests/clients/n8n.release.test.ts` runs the file in n8n.
test('the workflow for n8n is that of `docs/samples/n8n.json`, with the address of this server', () => {
  expect(shownAs('n8n')).toContain(`${server.app.url}/api/batch`)
  expect(JSON.parse(shownAs('n8n').replaceAll(server.app.url, origin))).toEqual(workflow)
})

describe('the workflow for GitHub Actions', () => {
  test('looks up a file, commits the results, and fails if the key is refused', { timeout: 120_000 }, async () => {
    const workflow = parse(shownAs('actions'))
    expect(workflow.on).toEqual({ schedule: [{ cron: '17 5 * * 1' }], workflow_dispatch: {} })
    const [checkout, lookUp, keep] = workflow.jobs['look-up'].steps
    expect(checkout.uses).toMatch(/^actions\/checkout@/)
    expect(lookUp.env).toEqual({ PINREF_KEY: ['$', '{{ secrets.PINREF_KEY }}'].join('') })

    const remote = join(folder, 'remote.git')
    const checkedOut = join(folder, 'repository')
    mkdirSync(checkedOut)
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: checkedOut })
    await run('git', ['init', '-q', '--bare', remote])
    await git('init', '-q', '-b', 'main')
    writeFileSync(join(checkedOut, 'links.csv'), `shop,link\nFountain,${examplePlaceId}\nNowhere,no link\n`)
    await git('add', '.')
    await git('commit', '-qm', 'Links')
    await git('remote', 'add', 'origin', remote)
    await git('push', '-qu', 'origin', 'main')

    const env = { ...process.env, PINREF_KEY: server.key }
    // GitHub runs a step that names no shell like this.
    const step = (script: string, more = env) => run('bash', ['-e', '-c', script], { cwd: checkedOut, env: more })
    await step(lookUp.run.replace('sleep 5', 'sleep 0.2'))
    const { data } = Papa.parse<Record<string, string>>(readFileSync(join(checkedOut, 'results.csv'), 'utf8'), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data).toMatchObject([
      { shop: 'Fountain', pinref_state: 'found', pinref_place_id: examplePlaceId },
      { shop: 'Nowhere', pinref_place_id: '' },
    ])
    await step(keep.run)
    const { stdout: log } = await run('git', ['log', '--format=%s', 'main'], { cwd: remote })
    expect(log).toBe('Look up links\nLinks\n')
    // A week later, with nothing new.
    await step(keep.run)

    // A refused key ends the run and changes nothing.
    await expect(step(lookUp.run, { ...env, PINREF_KEY: 'pr_live_wrong' })).rejects.toThrow('401')
  })
})

describe('the code step for Zapier', () => {
  /** Runs the step of Code by Zapier unchanged. */
  const runStep = (body: string) => {
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = finished.headers
    const step = new Function('require', 'inputData', `let output\n${shownAs('zapier')}\nreturn output`)
    return step(createRequire(import.meta.url), { id, time, signature, body, secret: server.secret })
  }

  test('accepts a signed callback, and returns the batch whose results can be fetched', async () => {
    const output = runStep(finished.body)
    expect(output).toMatchObject({ type: 'batch.finished', batch: expect.stringMatching(/^batch_/) })
    const results = await fetch(`${server.app.url}/api/batches/${output.batch}/results`, {
      headers: { 'X-API-Key': server.key },
    })
    expect(await results.json()).toMatchObject({ results: [{ state: 'found', input: examplePlaceId }], next: null })
  })

  test('refuses a callback whose body was changed', () => {
    expect(() => runStep(finished.body.replace('batch_', 'batch_x'))).toThrow('The signature is invalid.')
  })
})
