import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hashOfSources } from '@/tests/run/built'

const folder = mkdtempSync(join(tmpdir(), 'pinref-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), text)
}

test('a build is reused until one of its source files changes', () => {
  write('server/entrances/programs/main.ts', 'one')
  write('package.json', '{}')
  const built = hashOfSources(folder)
  for (const file of [
    'tests/a.test.ts',
    'dist/pinref-server.js',
    'docs/a.md',
    'README.md',
    '.data/a',
    'node_modules/a/index.js',
  ])
    write(file, 'changed')
  expect(hashOfSources(folder)).toBe(built)
  write('server/entrances/programs/main.ts', 'two')
  const changed = hashOfSources(folder)
  expect(changed).not.toBe(built)
  write('server/docs/added.ts', '')
  expect(hashOfSources(folder)).not.toBe(changed)
})
