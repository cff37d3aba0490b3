import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { runSample } from '../support/run-sample'
import { type App, startApp } from '../support/start-app'

const origin = 'http://localhost:3000'
const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
  ([, language = '', text = '']) => ({ language, text }),
)
const calls = blocks.flatMap(({ language, text }, index) =>
  language === 'sh' && text.startsWith('curl ') ? [{ code: text, answer: blocks[index + 1]?.text ?? '' }] : [],
)

const folder = mkdtempSync(join(tmpdir(), 'pinref-readme-'))
let app: App

beforeAll(async () => {
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: origin })
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

/** Replaces the id of each call, which always differs, with its length. */
const withoutIds = (json: string) => JSON.parse(json, (name, value) => (name === 'request_id' ? value.length : value))

const pathOf = ({ code }: { code: string }) => /\/api\/(\w+)/.exec(code)?.[1]

test('the README shows a call of each operation, and each prints the answer shown', async () => {
  const lookups = calls.filter((call) => pathOf(call) !== 'batches')
  expect(lookups.map(pathOf)).toEqual(['resolve', 'search', 'convert', 'batch'])
  for (const { code, answer } of lookups) {
    const printed = await runSample('curl', code.replaceAll(origin, app.url), folder)
    expect(withoutIds(printed), code).toEqual(withoutIds(answer))
  }
})

test('the README’s command for a file sends it as a batch', async () => {
  const [sent, ...more] = calls.filter((call) => pathOf(call) === 'batches')
  expect(more).toEqual([])
  const reader = new Person(app.url, 'reader@example.com')
  reader.origin = origin
  await reader.signUp()
  const { key } = await reader.procedure('keys.create', { name: 'Reader' })
  const code = [
    `PINREF_KEY='${key}'`,
    "printf 'name,link\\nBig Ben,ChIJ2dGMjMMEdkgRqVqkuXQkj7c\\n' > links.csv",
    sent?.code.replaceAll(origin, app.url),
  ].join('\n')
  expect(JSON.parse(await runSample('curl', code, folder))).toMatchObject({
    line_counts: { total: 1 },
    details: 'none',
  })
})
