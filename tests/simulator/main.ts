import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import nextEnv from '@next/env'
import type { Call } from './calls'
import { guide } from './guide'
import { type Simulator, startSimulator } from './simulator'

const zeroHalves = ['canonical', '400', '404'] as const
const legacies = ['denied', 'enabled'] as const
const resolutions = ['denied', 'documented', 'every'] as const

/**
 * `npm run task dev:simulator -- [--port 4010] [--latency <ms>] [--zero-half canonical|400|404] [--legacy denied|enabled]
 * [--resolution denied|documented|every] [command …]`
 *
 * Runs until it is stopped or its command, if any, exits. The command gets the settings that point Pinref to the
 * simulator; `npm run dev` runs this with `next dev`. If `GOOGLE_MAPS_API_KEY` is set in the environment or in `.env`,
 * the command calls the real Google. Visitors have the largest daily quota, unless `FREE_DAILY_QUOTA` is set.
 */
async function main() {
  const { values, positionals: command } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      latency: { type: 'string', default: '0' },
      'zero-half': { type: 'string', default: 'canonical' },
      legacy: { type: 'string', default: 'denied' },
      resolution: { type: 'string', default: 'documented' },
    },
  })
  const env = combinedEnv()
  const unlimited = { FREE_DAILY_QUOTA: env.FREE_DAILY_QUOTA || '1000000' }
  if (command.length > 0 && env.GOOGLE_MAPS_API_KEY?.trim()) return run(command, unlimited)
  const zeroHalf = oneOf(zeroHalves, '--zero-half', values['zero-half'])
  const legacy = oneOf(legacies, '--legacy', values.legacy)
  const resolution = oneOf(resolutions, '--resolution', values.resolution)
  const simulator = await startSimulator({
    // With a command, any free port will do.
    port: wholeNumber('--port', values.port ?? (command.length > 0 ? '0' : '4010')),
    latencyMs: wholeNumber('--latency', values.latency),
    zeroHalf,
    legacy,
    resolution,
    onCall: (call) => process.stdout.write(`${line(call)}\n`),
  })
  if (command.length > 0) {
    process.stdout.write(`A simulated Google is at ${simulator.placesUrl}/, with a list of what it knows.\n`)
    await run(command, { ...unlimited, ...settingsFor(simulator) })
    return simulator.stop()
  }
  process.stdout.write(`${guide(simulator)}\nThis page is at ${simulator.placesUrl}/. Calls follow.\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.stop())
}

/** Reads the same files as Next and restores the environment so that Next still notices changes to the files. */
function combinedEnv(): Record<string, string | undefined> {
  const { combinedEnv } = nextEnv.loadEnvConfig(process.cwd(), true)
  nextEnv.resetEnv()
  return combinedEnv
}

const settingsFor = ({ placesUrl, legacyUrl, mapstoolsUrl, linksUrl, apiKey }: Simulator) => ({
  GOOGLE_MAPS_API_KEY: apiKey,
  GOOGLE_PLACES_URL: placesUrl,
  GOOGLE_LEGACY_PLACES_URL: legacyUrl,
  GOOGLE_MAPSTOOLS_URL: mapstoolsUrl,
  LINK_GATEWAY_URL: linksUrl,
})

/** Runs a command until it exits, and exits with its code. On Ctrl+C, the terminal also signals the command. */
async function run([program = '', ...args]: string[], settings: Record<string, string>): Promise<void> {
  const child = spawn(program, args, { env: { ...process.env, ...settings }, stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void child.kill(signal))
  const [code, signal]: [number | null, NodeJS.Signals | null] = (await once(child, 'exit')) as never
  process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGTERM']
}

function oneOf<Way extends string>(ways: readonly Way[], name: string, text: string): Way {
  const found = ways.find((way) => way === text)
  if (found === undefined) throw new Error(`${name} is one of ${ways.join(', ')}.`)
  return found
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`${name} is a whole number.`)
  return Number(text)
}

function line({ upstream, method, host, path, query, status, state, tookMs }: Call): string {
  const what = `${host ?? ''}${path}${query === null ? '' : ` "${query}"`}`
  return `${upstream.padEnd(10)} ${method} ${what} ${status} ${state} ${tookMs} ms`
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
