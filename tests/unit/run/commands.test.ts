import { describe, expect, test } from 'vitest'
import { kindOf, longProjects, testFiles, vitestSteps } from '@/tests/run/commands'

describe('npm test, test:full and release:check', () => {
  const files = testFiles()
  const projectOf = (file: string) => file.split('/')[1] ?? ''

  test('run each kind of tests in every Vitest project that has them, in exactly one step', () => {
    const vitestFiles = files.filter((file) => !file.startsWith('tests/e2e/'))
    expect(vitestFiles.length).toBeGreaterThan(100)
    const needed = [...new Set(vitestFiles.map((file) => `${kindOf(file)} ${projectOf(file)}`))].sort()
    const run = [
      ...Object.entries(vitestSteps).flatMap(([kind, steps]) =>
        Object.values(steps)
          .flat()
          .map((project) => `${kind} ${project}`),
      ),
      ...['clients', ...longProjects].map((project) => `release ${project}`),
    ]
    expect(run.filter((one, at) => run.indexOf(one) !== at)).toEqual([])
    expect(needed.filter((one) => !run.includes(one))).toEqual([])
  })

  test('pass each file to its runner', () => {
    expect(files.filter((file) => file.startsWith('tests/e2e/') !== file.endsWith('.spec.ts'))).toEqual([])
    // Nothing runs browser tests before a release only.
    expect(files.filter((file) => file.endsWith('.release.spec.ts'))).toEqual([])
  })

  test('know every kind in a file’s name', () => {
    const names = files.map((file) => file.split('/').at(-1) ?? '')
    expect(names.filter((name) => !/^[^.]+(\.slow|\.release)?\.(test|spec)\.ts$/.test(name))).toEqual([])
  })
})
