import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { examplePlaceId } from '@/server/rest/examples/links'
import { newKey, docsOrigin as origin, packageIds, type Shown, samplesOn, samplesWith } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'
import { runSampleIn } from '../support/run-sample'
import { type App, startApp } from '../support/start-app'
import { tarball } from './installed'

const folder = mkdtempSync(join(tmpdir(), 'pinref-package-docs-'))
let app: App
let key: string
const shown: Shown[] = []

beforeAll(async () => {
  app = await startApp('node', { DATA_DIR: join(folder, '.data'), APP_URL: origin })
  key = await newKey(app.url)
  for (const page of ['/docs/typescript', '/docs/cli']) shown.push(...(await samplesOn(app.url, page)))
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

/** Runs a sample as it is shown, but with this server's address and a key. The package must be installed. */
async function run(id: string): Promise<{ printed: string; prints: string | null }> {
  const [{ language, code, prints }, ...others] = samplesWith(shown, id)
  expect(others).toEqual([])
  const plain = code.replaceAll(origin, app.url).replaceAll(keyPlaceholder, key)
  // One sample is enough to show that npx finds the command, and npx takes longer to start than everything else.
  const own = id === 'commandLookup' ? plain : plain.replaceAll('npx pinref', 'node_modules/.bin/pinref')
  // The pages show standard error with the output, as a terminal does.
  const lines = language === 'shell' ? `export PINREF_URL=${app.url}\nexec 2>&1\n${own}` : own
  const printed = await runSampleIn(folder, language, lines, { HOME: folder, npm_config_loglevel: 'error' }).catch(
    ({ stdout }) => stdout.trim(),
  )
  return { printed, prints: prints?.replaceAll(origin, app.url) ?? null }
}

test('the package’s samples print the output shown on the pages', async () => {
  expect(shown.map(({ id }) => id).sort()).toEqual([...packageIds].sort())
  const [install] = samplesWith(shown, 'packageInstall')
  expect(install.code).toBe('npm install pinref')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'ignore' })

  writeFileSync(join(folder, 'links.txt'), `${examplePlaceId}\nhttps://example.com\n`)
  writeFileSync(join(folder, 'shops.csv'), `shop,link\nTrevi,${examplePlaceId}\n"None, yet",https://example.com\n`)
  const silent = ['packageInstall', 'commandServer', 'commandLogin']
  expect((await run('commandServer')).printed).toBe('')
  expect((await run('commandLogin')).printed).toMatch(/^Stored the key "Docs" for /)
  for (const id of packageIds.filter((one) => !silent.includes(one))) {
    const { printed, prints } = await run(id)
    expect(printed, id).toBe(prints)
  }
  expect(readFileSync(join(folder, 'found.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2)
  expect(readFileSync(join(folder, 'found.csv'), 'utf8')).toMatch(/^\ufeffshop,link,line,status/)
})

test('the samples in the package’s README print the output shown there', async () => {
  const readme = readFileSync('clients/npm/README.md', 'utf8')
  const blocks = [...readme.matchAll(/^```js\n(.*?)^```\n\n```\n(.*?)^```$/gms)]
  expect(blocks.length).toBeGreaterThan(1)
  for (const [, code = '', prints = ''] of blocks) {
    const own = code.replaceAll('https://pinref.example', app.url).replaceAll(keyPlaceholder, key)
    expect(await runSampleIn(folder, 'JavaScript', own), code).toBe(prints.trim())
  }
})
