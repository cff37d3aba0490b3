import { mkdirSync, writeFileSync } from 'node:fs'
import { servedDocument } from '@/server/entrances/rest/openapi-served'

/*
 * Writes the OpenAPI document to `dist/openapi.json`, for Redocly, which checks it against `redocly.yaml`.
 */

async function main() {
  // As an operator would set them.
  Object.assign(process.env, { APP_URL: 'https://pinref.dev', CONTACT_EMAIL: 'contact@pinref.dev' })
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/openapi.json', JSON.stringify(await servedDocument(), null, 2))
}

main().catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
