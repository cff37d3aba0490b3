import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { groupBy } from './group-by.mjs'

/** The licences that a dependency may have. None of them asks for more than attribution. */
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
]

/** Dependencies with another licence, by the beginning of their names, and why that is fine. */
const exceptions = {
  geist: 'fonts, under the SIL Open Font License, which comes along with them',
  'caniuse-lite': 'data, under CC-BY-4.0; named here',
  '@next/swc-': 'under MIT, as Next; the lock has no licence of those for other systems',
  '@tailwindcss/oxide-': 'under MIT, as Tailwind; likewise',
  '@msgpackr-extract/': 'under MIT, as msgpackr-extract; likewise',
  lightningcss: 'under MPL-2.0, unchanged; builds the styles and is in no image',
  '@img/sharp': 'under LGPL-3.0-or-later; Next brings it along, nothing loads it and it is in no image',
}

/**
 * Lists the production dependencies as a bill of materials (`sbom.json`, CycloneDX) and by licence (`licences.txt`).
 * @param {string} results the folder for both.
 * @throws Error if one has a licence that is not allowed, or none.
 */
export function checkLicences(results) {
  const sbom = billOfMaterials()
  writeFileSync(join(results, 'sbom.json'), sbom)
  const packages = JSON.parse(sbom).components.map((component) => ({
    name: [component.group, component.name].filter(Boolean).join('/'),
    version: component.version,
    licence: (component.licenses ?? [])
      .map(({ license, expression }) => expression ?? license.id ?? license.name)
      .join(' AND '),
  }))
  const byLicence = groupBy(packages, ({ licence }) => licence || 'none')
  const listing = [...byLicence]
    .sort((a, b) => b[1].length - a[1].length)
    .map(
      ([licence, own]) =>
        `${licence} (${own.length})\n${own.map(({ name, version }) => `  ${name} ${version}\n`).join('')}`,
    )
  writeFileSync(join(results, 'licences.txt'), listing.join('\n'))
  process.stdout.write(
    [...byLicence].map(([licence, own]) => `${String(own.length).padStart(5)}  ${licence}\n`).join(''),
  )
  const faults = packages.filter((one) => !isAllowed(one))
  if (faults.length > 0) {
    throw new Error(
      faults.map(({ name, version, licence }) => `${name} ${version} is under ${licence || 'no licence'}`).join('\n'),
    )
  }
}

/**
 * Returns the production dependencies as CycloneDX. `npm sbom --omit=dev` also leaves out packages that both Pinref and its tests
 * use, so npm gets a manifest and a lock without development dependencies.
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

function isAllowed({ name, licence }) {
  if (Object.keys(exceptions).some((prefix) => name.startsWith(prefix))) return true
  try {
    return satisfies(licence, allowed)
  } catch {
    return false
  }
}
