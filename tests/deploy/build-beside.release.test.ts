import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appProcesses } from '../support/app-processes'
import { removeFolder } from '../support/remove-folder'
import { type Server, startServer } from '../support/start-server'
import { assetsOf } from './assets'
import { copyProject } from './copy-project'

const run = promisify(execFile)

describe('a build next to a running server', { timeout: 1_200_000 }, () => {
  const project = mkdtempSync(join(tmpdir(), 'pinref-beside-'))
  const builds = join(project, 'dist/builds')
  const running: Server[] = []

  const build = () => run(process.execPath, ['scripts/build.mjs'], { cwd: project })
  async function start(): Promise<Server> {
    const env = { DATA_DIR: join(project, '.data') }
    const server = await startServer(() => [join(project, 'dist/pinref-server.js'), 'start'], env, { folder: project })
    running.push(server)
    await expect.poll(server.output).toContain(' is running at ')
    return server
  }
  const get = async (url: string) => {
    const response = await fetch(url)
    return { status: response.status, text: await response.text() }
  }

  /** Requests these paths repeatedly until `until` ends, and returns the paths whose response lacked its text. */
  async function missedUntil(until: Promise<unknown>, expected: Map<string, string>, url: string): Promise<string[]> {
    let isOver = false
    const end = () => {
      isOver = true
    }
    until.then(end, end)
    const missed: string[] = []
    while (!isOver) {
      for (const [path, text] of expected) {
        const answer = await get(url + path).catch(() => null)
        if (answer?.status !== 200 || !answer.text.includes(text)) missed.push(path)
      }
    }
    return missed
  }

  beforeAll(async () => {
    copyProject(project)
    // Copied as hard links, if the file system supports them.
    const modules = join(project, 'node_modules')
    try {
      execFileSync('cp', ['-al', 'node_modules', modules], { stdio: 'ignore' })
    } catch {
      rmSync(modules, { recursive: true, force: true })
      execFileSync('cp', ['-a', 'node_modules', modules])
    }
    await build()
  }, 600_000)
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()))
    removeFolder(project)
  })

  test('leaves the server’s pages unchanged until a restart, and keeps its old scripts available after the restart', async () => {
    const [first = ''] = readdirSync(builds)
    // Three old builds, and an interrupted build.
    for (const id of ['2001', '2002', '2003']) {
      mkdirSync(join(builds, id))
      writeFileSync(join(builds, id, 'pinref-server.js'), '')
      writeFileSync(join(builds, id, 'assets.json'), '[]')
    }
    mkdirSync(join(builds, '2004/.next'), { recursive: true })

    const old = await start()
    const page = (await get(`${old.url}/`)).text
    const assets = assetsOf(page)
    expect(assets.length).toBeGreaterThan(3)
    const oldAssets = new Map(
      await Promise.all(assets.map(async (path) => [path, (await get(old.url + path)).text] as const)),
    )

    const layout = join(project, 'app/layout.tsx')
    writeFileSync(layout, readFileSync(layout, 'utf8').replace('Skip to content', 'Skip to the new page'))
    appendFileSync(join(project, 'app/globals.css'), '\n.made-anew { color: red }\n')
    const built = build()
    const shown = new Map([...oldAssets, ['/', 'Skip to content'], ['/docs', 'Skip to content']])
    expect(await missedUntil(built, shown, old.url)).toEqual([])
    await built

    const ids = readdirSync(builds).sort()
    expect(ids).toEqual(['2003', first, ids[2]])
    expect(readlinkSync(join(project, 'dist/current'))).toBe(`builds/${ids[2]}`)
    // The old server still renders a page that no one has requested yet, and a new site process also works.
    expect(await get(`${old.url}/pricing`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Skip to content'),
    })
    process.kill(appProcesses(old.process.pid).site[0]?.pid ?? Number.NaN, 'SIGKILL')
    await expect.poll(async () => (await get(`${old.url}/docs/quotas`)).status).toBe(200)
    expect((await get(`${old.url}/docs/quotas`)).text).toContain('Skip to content')
    const { build: oldBuild } = await (await fetch(`${old.url}/api/health`)).json()
    expect(oldBuild).toBe(first)
    await old.stop()

    const next = await start()
    expect(await (await fetch(`${next.url}/api/health`)).json()).toMatchObject({ build: ids[2] })
    const newPage = (await get(`${next.url}/`)).text
    expect(newPage).toContain('Skip to the new page')
    expect(assetsOf(newPage)).not.toEqual(assets)
    for (const [path, text] of oldAssets) expect(await get(next.url + path), path).toEqual({ status: 200, text })
    for (const path of assetsOf(newPage)) expect((await get(next.url + path)).status, path).toBe(200)
  })

  test('changes nothing if it fails', async () => {
    const before = readlinkSync(join(project, 'dist/current'))
    writeFileSync(join(project, 'app/page.tsx'), 'export default function (')
    await expect(build()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The pages could not be built.'),
    })
    expect(readlinkSync(join(project, 'dist/current'))).toBe(before)
    expect((await get(`${(await start()).url}/`)).status).toBe(200)
  })
})
