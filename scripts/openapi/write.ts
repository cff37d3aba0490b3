import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { servedDocument } from '@/server/entrances/rest/openapi-served'

/*
 * Writes the OpenAPI document to a file, by default `dist/openapi.json`:
 *
 *   node scripts/run.mjs scripts/openapi/write.ts tests/contract/v1.json
 */

async function main([file = 'dist/openapi.json']: string[]) {
  // As an operator would set them.
  Object.assign(process.env, { APP_URL: 'https://pinref.dev', CONTACT_EMAIL: 'contact@pinref.dev' })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(await servedDocument(), null, 2)}\n`)
}

main(process.argv.slice(2)).catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
