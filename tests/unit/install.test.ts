import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { engines } from '@/package.json'
import { nodeWarning } from '@/server/platform/runtime/node-version'

interface Locked {
  integrity?: string
  resolved?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

const text = (file: string) => readFileSync(file, 'utf8')
const { packages }: { packages: Record<string, Locked> } = JSON.parse(text('package-lock.json'))

test('the docs and the lock file specify the same Node versions as package.json', () => {
  const [, least, beyond] = /^>=([\d.]+) <(\d+)$/.exec(engines.node) ?? []
  const docs = readdirSync('docs', { withFileTypes: true }).filter((entry) => entry.isFile())
  const pages = ['README.md', 'app/docs/self-hosting/page.mdx', ...docs.map(({ name }) => `docs/${name}`)]
  const named = pages.flatMap((page) => text(page).match(/Node \d[\d.]* (?:or newer|to \d+)/g) ?? [])
  expect(named.length).toBeGreaterThanOrEqual(2)
  expect(new Set(named)).toEqual(new Set([`Node ${least} to ${Number(beyond) - 1}`]))
  expect(packages['']).toMatchObject({ engines })
})

test('the docs, the image, and the warning about an old Node recommend the same Node version', () => {
  const recommended = ['README.md', 'app/docs/self-hosting/page.mdx', 'Dockerfile']
    .flatMap((file) => [...text(file).matchAll(/\(preferably (\d+)\)| node:(\d+)\./g)])
    .map(([, inDocs, ofImage]) => inDocs ?? ofImage)
  expect(recommended).toEqual(['24', '24', '24', '24'])
  expect(nodeWarning('20.19.0')).toMatch(/ Node 24\.$/)
})

describe('the lock file', () => {
  const locked = Object.entries(packages).filter(([folder]) => folder !== '')
  const isFor = ({ os, cpu, libc }: Locked, wantedCpu: string) =>
    (os ?? ['linux']).includes('linux') &&
    (cpu ?? [wantedCpu]).includes(wantedCpu) &&
    (libc ?? ['glibc']).includes('glibc')

  test.each(['x64', 'arm64'])('has a SHA-512 hash for every package needed on Debian on %s', (cpu) => {
    const needed = locked.filter(([, entry]) => isFor(entry, cpu))
    expect(needed.length).toBeGreaterThan(100)
    expect(needed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual(
      [],
    )
  })

  test('omits a hash only if the package is optional', () => {
    const without = locked.filter(([, { integrity }]) => !integrity)
    expect(without.filter(([, { optional }]) => !optional)).toEqual([])
  })

  test('contains no registry address', () => {
    expect(locked.filter(([, { resolved }]) => resolved)).toEqual([])
  })
})
