import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { announceFault } from '@/server/platform/observability/standard-error'

/** Folders that are in a shell's PATH but may be missing from the PATH of a process started without a shell. */
const usualFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/opt/homebrew/bin', '/snap/bin']

/** Returns the path of the first of these programs found on this machine, or null. */
export function findProgram(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualFolders].filter(Boolean)
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {}
    }
  }
  return null
}

export interface SystemPackage {
  /** The display name: "A Redis server". */
  title: string
  /** The package's name in Debian's package manager. */
  apt: string
  /** The package's name in Homebrew, with flags if the package needs any. */
  brew: string
}

/**
 * Installs programs with the system's package manager, in one run, and reports this on standard error.
 * @throws Error with the exact command to run, if they cannot be installed.
 */
export function installSystemPackages(...packages: SystemPackage[]): void {
  if (packages.length === 0) return
  const [apt, brew] = [packages.map(({ apt }) => apt), packages.map(({ brew }) => brew)]
  const titles = new Intl.ListFormat('en').format(packages.map(({ title }) => title))
  const areMissing = `${titles} ${packages.length === 1 ? 'is' : 'are'} missing`
  const commands = installCommands(apt, brew)
  if (commands.length === 0) {
    throw new Error(`${areMissing}. Install ${pronoun(packages)}, then try again: ${manualCommand(apt, brew)}`)
  }
  // Outside a terminal, its output appears only if it fails: the server's output must be JSON, which `write` ensures.
  const output = process.stderr.isTTY ? 2 : 'pipe'
  for (const command of commands) {
    announceFault(`${areMissing}. Installing ${pronoun(packages)}: ${command.join(' ')}`, 'warn')
    try {
      const [program = '', ...args] = command
      // The package manager must not ask questions. (The marker keeps Next from mistaking the program's name for one of
      // our files.)
      execFileSync(/* turbopackIgnore: true */ program, args, {
        stdio: ['ignore', output, output],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        timeout: 10 * 60_000,
      })
    } catch (cause) {
      const { stdout, stderr } = cause as Partial<Record<'stdout' | 'stderr', Buffer | null>>
      process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
      throw new Error(`${areMissing} and could not be installed. Run: ${manualCommand(apt, brew)}`, { cause })
    }
  }
}

const pronoun = ({ length }: readonly unknown[]) => (length === 1 ? 'it' : 'them')

/** Returns the commands that install the packages without prompting; none if this is not possible. */
function installCommands(apt: string[], brew: string[]): string[][] {
  if (process.platform === 'darwin')
    return findProgram('brew') ? [['brew', 'install', ...brew.join(' ').split(' ')]] : []
  if (!findProgram('apt-get')) return []
  const asRoot = process.getuid?.() === 0 ? [] : canSudo() ? ['sudo', '-n'] : null
  if (!asRoot) return []
  return [
    [...asRoot, 'apt-get', 'update', '-qq'],
    [...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...apt],
  ]
}

function canSudo(): boolean {
  if (!findProgram('sudo')) return false
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function manualCommand(apt: string[], brew: string[]): string {
  return process.platform === 'darwin'
    ? `brew install ${brew.join(' ')}`
    : `sudo apt-get update && sudo apt-get install -y ${apt.join(' ')}`
}
