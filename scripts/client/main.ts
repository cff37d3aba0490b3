import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { version } from '@/package.json'
import { bundleClient } from './bundle'
import { writeDeclarations } from './declarations'
import { sizeTable } from './sizes'

/** The site whose docs the README links to. */
const address = process.env.APP_URL ?? 'https://pinref.example'

/** The folder to pack and publish: `npm pack ./dist/client`. */
const folder = 'dist/client'

/** The libraries in the package, which must contain their licenses. */
const bundled = ['fflate', 'papaparse']
const licenses = bundled.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await bundleClient(folder, version)
writeDeclarations(folder)
const { name, ...manifest } = JSON.parse(readFileSync('clients/npm/package.json', 'utf8'))
writeFileSync(`${folder}/package.json`, `${JSON.stringify({ name, version, ...manifest }, null, 2)}\n`)
writeFileSync(
  `${folder}/README.md`,
  readFileSync('clients/npm/README.md', 'utf8').replaceAll('https://pinref.example', address),
)
copyFileSync('LICENSE', `${folder}/LICENSE`)
writeFileSync(`${folder}/THIRD-PARTY-LICENSES`, licenses.join('\n\n'))
process.stdout.write(await sizeTable(folder))
