import { parseArgs } from 'node:util'
import type { Call } from './calls'
import { guide } from './guide'
import { startSimulator } from './simulator'

const zeroHalves = ['canonical', '400', '404'] as const
const legacies = ['denied', 'enabled'] as const
const resolutions = ['denied', 'documented', 'every'] as const

/**
 * `npm run dev:simulator -- [--port 4010] [--latency <ms>] [--zero-half canonical|400|404] [--legacy denied|enabled]
 * [--resolution denied|documented|every]`
 */
async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      latency: { type: 'string', default: '0' },
      'zero-half': { type: 'string', default: 'canonical' },
      legacy: { type: 'string', default: 'denied' },
      resolution: { type: 'string', default: 'documented' },
    },
  })
  const zeroHalf = oneOf(zeroHalves, '--zero-half', values['zero-half'])
  const legacy = oneOf(legacies, '--legacy', values.legacy)
  const resolution = oneOf(resolutions, '--resolution', values.resolution)
  const simulator = await startSimulator({
    port: wholeNumber('--port', values.port),
    latencyMs: wholeNumber('--latency', values.latency),
    zeroHalf,
    legacy,
    resolution,
    onCall: (call) => process.stdout.write(`${line(call)}\n`),
  })
  process.stdout.write(`${guide(simulator)}\nThis page is at ${simulator.placesUrl}/. Calls follow.\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.stop())
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
