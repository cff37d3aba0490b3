import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { openApiDocument } from '@/server/rest/openapi'

/*
 * Checks the OpenAPI document against all rules of Spectral and the strict ruleset of Redocly. A warning from either is a fault.
 */

const file = 'dist/openapi.json'

/** The tags are in reading order, not alphabetical. */
const rules: RulesetDefinition = {
  extends: [[oas as RulesetDefinition, 'all']],
  rules: { 'openapi-tags-alphabetical': 'off' },
}

const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--extends=recommended-strict']
const quietly = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

async function faultsOfSpectral(json: string): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset(rules)
  const faults = await spectral.run(json)
  return faults.map(({ code, path, message }) => `${file} at ${path.join('.')}: ${message} (Spectral: ${code})`)
}

async function faultsOfRedocly(): Promise<string[]> {
  const env = { ...process.env, ...quietly }
  try {
    await promisify(execFile)(process.execPath, redocly, { env })
    return []
  } catch (failure) {
    const { stdout, stderr } = failure as { stdout: string; stderr: string }
    return [stdout, stderr]
  }
}

async function main() {
  // As an operator would set them.
  Object.assign(process.env, { APP_URL: 'https://pinref.dev', CONTACT_EMAIL: 'contact@pinref.dev' })
  const json = JSON.stringify(await openApiDocument(), null, 2)
  mkdirSync('dist', { recursive: true })
  writeFileSync(file, json)
  const faults = (await Promise.all([faultsOfRedocly(), faultsOfSpectral(json)])).flat()
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}

main().catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
