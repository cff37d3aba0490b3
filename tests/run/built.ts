import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The record of the newest build's sources. */
const stamp = 'dist/test/built'

/** Files that builds do not read, or that they write themselves. */
const ignored = /^(?:\.(?!env).*|node_modules|dist|docs|tests|next-env\.d\.ts|.*\.tsbuildinfo|.*\.md)$/

/** Returns a hash of a build's inputs: the project's files, including its settings, and the Node version. */
export function hashOfSources(folder = '.'): string {
  const hash = createHash('sha256').update(process.version)
  const add = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true }).sort(byName)) {
      if (path === '' && ignored.test(entry.name)) continue
      const inside = join(path, entry.name)
      if (entry.isDirectory()) add(inside)
      else hash.update(`${inside}\0`).update(readFileSync(join(folder, inside)))
    }
  }
  add('')
  return hash.digest('hex')
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** Returns whether the newest build was made by a test command from these sources. */
export function isBuilt(hash: string): boolean {
  return existsSync(stamp) && existsSync('dist/current') && readFileSync(stamp, 'utf8') === stampOf(hash)
}

/** Records that the newest build was made from these sources. */
export function keepBuilt(hash: string): void {
  mkdirSync('dist/test', { recursive: true })
  writeFileSync(stamp, stampOf(hash))
}

const stampOf = (hash: string) => `${readlinkSync('dist/current')} ${hash}\n`
