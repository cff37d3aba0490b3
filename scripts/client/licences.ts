import { readFileSync } from 'node:fs'

/** The libraries of which code is in the package. */
const bundled = ['fflate', 'papaparse']

/** Their licences, which have to come along. */
export const bundledLicences = (): string =>
  bundled.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`).join('\n\n')
