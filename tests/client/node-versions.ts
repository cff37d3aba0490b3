import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The versions that the package is tested with: the latest version of each maintained release line on npm. */
const versions = ['20.20.2', '22.23.3', '24.21.0', '26.10.0']

/** A Node version that can run a program. */
export interface NodeVersion {
  /** Example: `22`. */
  line: string
  /** Null if it is not installed and could not be fetched. */
  program: string | null
}

/**
 * Finds a Node version for each release line: the version that runs the tests, or a version that npm installs in
 * `dist/nodes`. If the registry cannot be reached, a missing version has no `program`, and a message says so.
 */
export function nodeVersions(): NodeVersion[] {
  return versions.map((version) => {
    const [line = ''] = version.split('.')
    const program = process.versions.node.startsWith(`${line}.`) ? process.execPath : fetched(version)
    if (program === null)
      process.stdout.write(`Node ${line} is not here and could not be fetched: the package is not tried under it.\n`)
    return { line, program }
  })
}

function fetched(version: string): string | null {
  const name = `node-${process.platform}-${process.arch}`
  const folder = resolve('dist/nodes', version)
  const program = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(program)) return program
  try {
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=0',
      `${name}@${version}`,
    ]
    execFileSync('npm', args, { stdio: 'ignore', timeout: 60_000 })
    return program
  } catch {
    return null
  }
}
