import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProgram } from '@/server/platform/store/embedded/system-package'

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/**
 * Returns the path of a Valkey server: the installed one, or Debian's, which is unpacked in `dist/valkey` instead of
 * installed, because an installed one could become the embedded Redis of other tests. Debian 12 has it in its
 * backports. Returns null on other systems, or if the package can't be downloaded.
 */
export function valkeyProgram(): string | null {
  const installed = findProgram('valkey-server')
  if (installed || !existsSync(keyring)) return installed
  const folder = resolve('dist/valkey')
  // The same program under another name. `valkey-server` itself is in a package that starts a service.
  const program = join(folder, 'usr/bin/valkey-check-rdb')
  if (existsSync(program)) return program
  try {
    unpackPackage('valkey-tools', folder)
    return program
  } catch {
    return null
  }
}

/** Downloads a package from this system's release of Debian or its backports without root's rights, and unpacks it. */
function unpackPackage(name: string, folder: string): void {
  for (const part of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, part), { recursive: true })
  const indexes = execFileSync('apt-get', ['indextargets', '--format', '$(SITE) $(RELEASE)', 'Created-By: Packages'])
  const [site = '', release = ''] = indexes.toString().trim().split(/\s/)
  const suites = [release, `${release}-backports`].map((suite) => `deb [signed-by=${keyring}] ${site} ${suite} main\n`)
  writeFileSync(join(folder, 'sources.list'), suites.join(''))
  const settings = [
    `Dir::Etc::sourcelist=${join(folder, 'sources.list')}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
  ].flatMap((setting) => ['-o', setting])
  for (const args of [['update'], ['download', name]]) {
    execFileSync('apt-get', ['-qq', ...settings, ...args], { cwd: folder, stdio: 'ignore', timeout: 120_000 })
  }
  const [file = ''] = readdirSync(folder).filter((one) => one.endsWith('.deb'))
  execFileSync('dpkg-deb', ['-x', join(folder, file), folder])
}
