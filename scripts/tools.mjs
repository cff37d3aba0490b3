import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import lockfile from 'proper-lockfile'

/*
 * Runs a development tool. The tools have their own package, so that installing Pinref doesn't install them. Its lock
 * file stays, because the tools run on every change, in CI too: `npm ci` rejects a dependency whose hash has changed.
 *
 *   node scripts/tools.mjs biome ci .
 */

const folder = fileURLToPath(new URL('../tests/tools', import.meta.url))
const stamp = `${folder}/node_modules/.installed`

const isInstalled = (lock) => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock

/** Installs the tools if the lock file has changed. A lock ensures that only one process installs. */
async function install() {
  const lock = readFileSync(`${folder}/package-lock.json`, 'utf8')
  if (isInstalled(lock)) return
  const release = await lockfile.lock(folder, { retries: { retries: 300, factor: 1, minTimeout: 1_000 } })
  try {
    if (isInstalled(lock)) return
    process.stderr.write('Installing development tools.\n')
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(stamp, lock)
  } finally {
    await release()
  }
}

const quietly = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const [name, ...options] = process.argv.slice(2)
await install()
const program = `${folder}/node_modules/.bin/${name}`
const { status } = spawnSync(program, options, { stdio: 'inherit', env: { ...process.env, ...quietly } })
process.exitCode = status ?? 1
