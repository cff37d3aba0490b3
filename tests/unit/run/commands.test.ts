import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commandsOf, exceptions, folders, testFiles } from '@/tests/run/commands'
import config from '@/vitest.config'

describe('npm test, test:full and release:check', () => {
  const files = testFiles()

  test('include exactly one that runs each test file', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => commandsOf(file).length !== 1)).toEqual([])
    // A file with the other runner's extension would be passed to a runner that ignores it.
    expect(files.filter((file) => file.startsWith('tests/e2e/') !== file.endsWith('.spec.ts'))).toEqual([])
  })

  test('list only existing files, and none that already run with their folder', () => {
    for (const [command, named] of exceptions) {
      expect(named.filter((file) => !files.includes(file))).toEqual([])
      expect(named.filter((file) => folders[file.split('/')[1] ?? ''] === command)).toEqual([])
    }
  })

  test('include a runner for each folder', () => {
    const projects = (config.test?.projects ?? []).map((project) => (project as { test: { name: string } }).test.name)
    expect(Object.keys(folders).filter((name) => name !== 'e2e')).toEqual(expect.arrayContaining(projects))
    expect([...projects, 'e2e']).toEqual(expect.arrayContaining(Object.keys(folders)))
    expect(Object.keys(folders).filter((name) => !existsSync(`tests/${name}`))).toEqual([])
  })
})
