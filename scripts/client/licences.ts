import { readFileSync } from 'node:fs'

/** The libraries whose code is in the package. */
const bundled = ['fflate', 'papaparse']

/** Returns their licences, which the package must contain. */
export const bundledLicences = (): string =>
  bundled.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`).join('\n\n')
