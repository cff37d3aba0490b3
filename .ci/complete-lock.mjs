// Completes package-lock.json and tests/tools/package-lock.json for every platform.
//
// A registry that lacks some optional platform packages (a Mac's compiler, say) makes npm leave them out of the lock,
// and `npm ci` then rejects the lock on every machine. This adds an entry for each optional dependency that has none:
// its version, its platforms (read from its name), and its hash, if the registry has one. Run this script after every
// dependency change.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** The platform fields that an optional package's name implies, e.g. `@next/swc-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(os && { os: [os] }),
  }
}

/** Whether `name`, as required by the package at `folder`, has an entry in that folder or in one above it. */
function isLocked(lock, folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (!at) return false
  }
}

/** A published package's hash; undefined if the registry does not have the package. */
function publishedIntegrity(name, version) {
  try {
    const view = ['view', `${name}@${version}`, 'dist.integrity']
    return execFileSync('npm', view, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}

function complete(path) {
  const file = new URL(path, import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  let added = 0
  for (const [folder, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(lock, folder, name)) continue
      if (!/^\d/.test(version)) throw new Error(`${name} requires ${version}: a lock entry needs an exact version`)
      lock.packages[`node_modules/${name}`] = { version, ...(entry.dev && { dev: true }), ...platformOf(name) }
      added += 1
    }
  }
  const unknown = []
  for (const [folder, entry] of Object.entries(lock.packages)) {
    delete entry.resolved
    if (!folder || entry.integrity) continue
    const name = folder.split('node_modules/').pop()
    const integrity = publishedIntegrity(name, entry.version)
    if (integrity) entry.integrity = integrity
    else unknown.push(name)
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  if (unknown.length > 0)
    console.log(`These packages are not in this registry, so they have no hash: ${unknown.join(', ')}`)
  console.log(`${path.slice(3)}: ${added ? `added ${added} entries.` : 'the lock is complete.'}`)
}

for (const path of ['../package-lock.json', '../tests/tools/package-lock.json']) complete(path)
