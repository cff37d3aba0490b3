import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { findProgram, installSystemPackages } from '@/server/platform/store/embedded/system-package'
import { removeFolder } from '../support/remove-folder'

/** The program, if it is not installed on this machine. */
const unpacked = resolve('dist/promtool')

const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']

/** Returns the path of Prometheus's tool for rules, or null. */
export const findPromtool = () => findProgram('promtool') ?? (existsSync(unpacked) ? unpacked : null)

/**
 * Returns the path of Prometheus's tool for rules. If it is missing, it is unpacked from Debian's package, because
 * installing that package would also start a Prometheus server.
 * @throws Error with the command to run, if it cannot be installed.
 */
export function promtoolProgram(): string {
  const installed = findPromtool()
  if (installed) return installed
  if (!findProgram('apt-get')) {
    installSystemPackages({ title: 'promtool', apt: 'prometheus', brew: 'prometheus' })
    return findProgram('promtool') ?? 'promtool'
  }
  mkdirSync('dist', { recursive: true })
  const temporary = mkdtempSync(`${unpacked}-`)
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: temporary, stdio: 'pipe' })
  try {
    process.stderr.write('promtool is missing. Downloading it with apt-get\n')
    try {
      run('apt-get', 'download', 'prometheus')
    } catch {
      const [program = '', ...args] = [...asRoot, 'apt-get', 'update', '-qq']
      run(program, ...args)
      run('apt-get', 'download', 'prometheus')
    }
    run('sh', '-c', 'dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool')
    renameSync(`${temporary}/usr/bin/promtool`, unpacked)
  } catch (cause) {
    throw new Error('promtool is missing and could not be downloaded. Run: sudo apt-get update', { cause })
  } finally {
    removeFolder(temporary)
  }
  return unpacked
}
