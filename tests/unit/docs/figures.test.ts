import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyedCall, targetNames } from '@/tests/bench/report'
import { begin, document, end, rowsOf, targets } from '@/tests/bench/tables'

const read = (path: string) => readFileSync(path, 'utf8')
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

const written = read(document)
const [before = '', tables = '', after = ''] = written.split(new RegExp(`${begin}|${end}`))

test('the benchmark’s tables have a row for each target', () => {
  expect(written.split(begin)).toHaveLength(2)
  expect(rowsOf(written, targets.title).map(([name]) => name)).toEqual(targetNames)
  expect(tables).toMatch(/^\d{4}-\d\d-\d\d, commit [0-9a-f]{7,}(?: with changes)?, Node \d+/)
})

/** A speed: a rate per second, a call duration, or a comparison with a peer. */
const speeds =
  /[\d,.]+ (?:calls|requests|lines|conversions|lookups) (?:a|per) second|[\d.]+ µs|[\d.]+ of (?:the )?Fastify/g

test('only one page quotes speeds that the benchmark measures', () => {
  const pages = [
    ...['README.md', 'CHANGELOG.md', 'clients/npm/README.md'],
    ...filesIn('docs', /\.md$/).filter((path) => ![document, 'docs/scaling.md'].includes(path)),
    ...[...filesIn('app', /\.(mdx|tsx?)$/), ...filesIn('components/docs', /\.tsx?$/)],
  ]
  for (const page of pages) expect(read(page).match(speeds), page).toBeNull()
  // Outside its tables, docs/performance.md has figures from other commands, but none from the comparison.
  expect((before + after).match(/[\d.]+ of (?:the )?Fastify/)).toBeNull()
})

test('the docs quote the benchmark’s count of commands per call with a key', () => {
  const [, , commands] = rowsOf(written, 'The store').find(([name]) => name === keyedCall) ?? []
  const quoted = [
    /commands, as Redis counts them \| (\d+) \|/.exec(read('docs/scaling.md')),
    /Upstash \| (\d+) commands a call/.exec(read('docs/vercel.md')),
  ]
  expect(quoted.map((found) => found?.[1])).toEqual([commands, commands])
})
