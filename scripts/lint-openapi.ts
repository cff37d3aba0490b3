import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '@/server/rest/openapi'

/*
 * Checks the OpenAPI document by the rules in `redocly.yaml`, and shows what Redocly finds.
 */

const file = 'dist/openapi.json'
const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file]
const quietly = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

async function main() {
  // As an operator would set them.
  Object.assign(process.env, { APP_URL: 'https://pinref.dev', CONTACT_EMAIL: 'contact@pinref.dev' })
  mkdirSync('dist', { recursive: true })
  writeFileSync(file, JSON.stringify(await openApiDocument(), null, 2))
  const { status, stdout, stderr } = spawnSync(process.execPath, redocly, { env: { ...process.env, ...quietly } })
  if (status === 0) return
  process.stderr.write(Buffer.concat([stdout, stderr]))
  process.exitCode = 1
}

main().catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
