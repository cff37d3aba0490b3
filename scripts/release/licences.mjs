import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { groupBy } from './group-by.mjs'

/** What a dependency may be under: none of them asks for more than to be named. */
const allowed = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0']

/** Dependencies under another, by the beginning of their names, and why that is fine. */
const exceptions = {
  'caniuse-lite': 'data, under CC-BY-4.0; named here',
  geist: 'fonts, under the SIL Open Font License, served as they are',
  lightningcss: 'under MPL-2.0, unchanged; builds the styles and is in no image',
  '@img/sharp': 'under LGPL-3.0-or-later; Next brings it along, nothing loads it and it is in no image',
}

/**
 * Lists the production dependencies as a bill of materials (`sbom.json`, CycloneDX) and by licence (`licences.txt`).
 * @param {string} results the folder for both.
 * @throws Error where one is under a licence that is not allowed, or under none.
 */
export function checkLicences(results) {
  const sbom = execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
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

function isAllowed({ name, licence }) {
  if (Object.keys(exceptions).some((prefix) => name.startsWith(prefix))) return true
  try {
    return satisfies(licence, allowed)
  } catch {
    return false
  }
}
