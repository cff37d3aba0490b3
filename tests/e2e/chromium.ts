import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { findProgram, installSystemPackages } from '@/server/platform/store/embedded/system-package'

const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The system's own browsers. The headless shell comes first, because it opens a page at less than half the cost. */
const programs = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']

/**
 * Returns the path of a Chromium on this machine: the system's own, or Playwright's. If Chromium is missing, installs
 * it and reports that on standard error.
 * @throws Error with the exact command to run, if that fails.
 */
export function chromiumPath(): string {
  const found = findChromium()
  if (found) return found
  if (process.platform === 'darwin') installPlaywrightsOwn()
  else installDebians()
  const installed = findChromium()
  if (!installed) throw new Error('A Chromium was installed but is not where one is looked for. Add it to the PATH.')
  return installed
}

export function findChromium(): string | null {
  const own = chromium.executablePath()
  return findProgram(...programs) ?? [own, ...macApplications].find((path) => path !== '' && existsSync(path)) ?? null
}

/** Installs Debian's headless shell, or its Chromium on older releases, which have no headless shell. */
function installDebians(): void {
  const browser = { title: 'A Chromium browser', brew: '--cask chromium' }
  try {
    installSystemPackages({ ...browser, apt: 'chromium-headless-shell' })
  } catch {
    installSystemPackages({ ...browser, apt: 'chromium' })
  }
}

/** Installs Playwright's own build on a Mac, where Debian packages do not exist. */
function installPlaywrightsOwn(): void {
  const command = ['npx', 'playwright', 'install', 'chromium']
  process.stderr.write(`A Chromium browser is missing. Installing it: ${command.join(' ')}\n`)
  try {
    execFileSync('npx', command.slice(1), { stdio: ['ignore', 2, 2], timeout: 10 * 60_000 })
  } catch (cause) {
    throw new Error(`A Chromium browser is missing and could not be installed. Run: ${command.join(' ')}`, { cause })
  }
}
