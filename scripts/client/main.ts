import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { version } from '@/package.json'
import { bundleClient } from './bundle'
import { writeDeclarations } from './declarations'
import { bundledLicences } from './licences'
import { sizeTable } from './sizes'

/** The site whose docs the README links to. */
const address = process.env.APP_URL ?? 'https://pinref.example'

/** The folder that is packed and published: `npm pack ./dist/client`. */
const folder = 'dist/client'

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await bundleClient(folder, version)
writeDeclarations(folder)
const { name, ...manifest } = JSON.parse(readFileSync('client/package.json', 'utf8'))
writeFileSync(`${folder}/package.json`, `${JSON.stringify({ name, version, ...manifest }, null, 2)}\n`)
writeFileSync(
  `${folder}/README.md`,
  readFileSync('client/README.md', 'utf8').replaceAll('https://pinref.example', address),
)
copyFileSync('LICENSE', `${folder}/LICENSE`)
writeFileSync(`${folder}/THIRD-PARTY-LICENSES`, bundledLicences())
process.stdout.write(await sizeTable(folder))
