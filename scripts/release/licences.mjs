import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { groupBy } from './group-by.mjs'

/** The allowed licenses for dependencies. None requires more than attribution. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
]

/** Dependencies with other licenses, by the start of their names, and why they are allowed. */
const exceptions = {
  'caniuse-lite': 'data under CC-BY-4.0; listed here',
  '@next/swc-': 'under MIT, like Next.js; the lock file omits licenses for other systems',
  '@tailwindcss/oxide-': 'MIT, like Tailwind; see above',
  '@msgpackr-extract/': 'MIT, like msgpackr-extract; see above',
  lightningcss: 'under MPL-2.0, unchanged; builds the styles; not in any image',
  '@img/sharp': 'under LGPL-3.0-or-later; installed by Next.js, never loaded, and not in any image',
}

/**
 * Lists the production dependencies as a bill of materials (`sbom.json`, CycloneDX) and by license (`licences.txt`).
 * @param {string} results the folder for both.
 * @throws Error if one has no license, or one that isn't allowed.
 */
export function checkLicenses(results) {
  const sbom = billOfMaterials()
  writeFileSync(join(results, 'sbom.json'), sbom)
  const packages = JSON.parse(sbom).components.map((component) => ({
    name: [component.group, component.name].filter(Boolean).join('/'),
    version: component.version,
    license: (component.licenses ?? [])
      .map(({ license, expression }) => expression ?? license.id ?? license.name)
      .join(' AND '),
  }))
  const byLicense = groupBy(packages, ({ license }) => license || 'none')
  const listing = [...byLicense]
    .sort((a, b) => b[1].length - a[1].length)
    .map(
      ([license, own]) =>
        `${license} (${own.length})\n${own.map(({ name, version }) => `  ${name} ${version}\n`).join('')}`,
    )
  writeFileSync(join(results, 'licences.txt'), listing.join('\n'))
  process.stdout.write(
    [...byLicense].map(([license, own]) => `${String(own.length).padStart(5)}  ${license}\n`).join(''),
  )
  const faults = packages.filter((one) => !isAllowed(one))
  if (faults.length > 0) {
    throw new Error(
      faults.map(({ name, version, license }) => `${name} ${version} is under ${license || 'no license'}`).join('\n'),
    )
  }
}

/**
 * Returns the production dependencies as CycloneDX. `npm sbom --omit=dev` also omits packages that both Pinref and its tests use,
 * so npm gets a manifest and a lock file without development dependencies.
 */
function billOfMaterials() {
  const { devDependencies, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  delete lock.packages[''].devDependencies
  lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev))
  const folder = mkdtempSync(join(tmpdir(), 'pinref-sbom-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isAllowed({ name, license }) {
  if (Object.keys(exceptions).some((prefix) => name.startsWith(prefix))) return true
  try {
    return satisfies(license, allowed)
  } catch {
    return false
  }
}
