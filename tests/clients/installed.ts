import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/*
 * Third-party programs that call Pinref. These programs are not project dependencies, because they take up more space
 * than all the dependencies. npm installs each set when it is tested.
 */

/**
 * npm installs only versions published before this day, so every machine gets the same versions of the clients'
 * dependencies, without lock files.
 */
const publishedBefore = '2026-11-24'

/**
 * `fast` is used in every full test run. `agents` speak MCP, `tools` read the OpenAPI document, `n8n` runs workflows.
 */
export type ClientSet = 'fast' | 'agents' | 'tools' | 'n8n'

/** The packages in a set that have to be compiled. Other packages' scripts are not run. */
const compiled: Partial<Record<ClientSet, string[]>> = { n8n: ['sqlite3'] }

/** Returns the folder in which a set of clients is installed. Installs the set if necessary. */
export function installedClients(set: ClientSet): string {
  const source = resolve('tests/clients/packages', set)
  const folder = resolve('dist/clients', set)
  const hash = createHash('sha256')
    .update(publishedBefore)
    .update(readFileSync(join(source, 'package.json')))
  const marker = join(folder, hash.digest('hex'))
  if (existsSync(marker)) return folder
  rmSync(folder, { recursive: true, force: true })
  cpSync(source, folder, { recursive: true })
  // Some packages require a newer Node version than Pinref's oldest supported version, but work with that version.
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline']
  npm(folder, 'install', `--before=${publishedBefore}`, ...options)
  for (const name of compiled[set] ?? []) npm(folder, 'rebuild', name)
  writeFileSync(marker, '')
  return folder
}

/** Runs npm. Packages are compiled with the headers of the installed Node, if it includes them. */
function npm(folder: string, ...args: string[]): void {
  const nodedir = resolve(process.execPath, '../..')
  const hasHeaders = existsSync(join(nodedir, 'include/node/node_api.h'))
  const env = { ...process.env, ...(hasHeaders && { npm_config_nodedir: nodedir }) }
  execFileSync('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
}
