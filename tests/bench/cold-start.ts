import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '../load/stage'
import { median } from '../load/statistics'
import { startUpstashStandIn } from '../support/upstash-stand-in'
import { buildForVercel, removeOutput, variables } from '../vercel/build'
import { startInstance } from '../vercel/instance'
import { readOutput } from '../vercel/output'

const turns = 7

/** A function as Vercel deploys it, and what its first call costs in a new process. */
interface ColdStart {
  megabytes: number
  files: number
  /** The medians of the time from the process's start until the function is loaded, and until its first response. */
  loadedMs: number
  answeredMs: number
  /** The median of the processor time until its first response. */
  cpuMs: number
}

/** Pinref's API, and the bare Next.js app in the comparison. */
export interface ColdStarts {
  pinref: ColdStart
  next: ColdStart
}

/** A built function, and the variables that it needs. */
interface BuiltFunction {
  output: string
  function: string
  env: Record<string, string>
}

/**
 * Measures the functions that `vercel build` makes of Pinref and of the bare Next.js peer. The processes start in turn, and
 * each answers one conversion with a key: Pinref on a stand-in for Upstash, the peer on the Redis server behind it.
 */
export async function measureColdStarts({ env }: Stage, key: string): Promise<ColdStarts> {
  const { REDIS_URL = '', ...others } = env
  const upstash = await startUpstashStandIn(REDIS_URL, 'a token')
  const store = { KV_REST_API_URL: upstash.url, KV_REST_API_TOKEN: 'a token' }
  const built = {
    pinref: builtFunction(buildForVercel(variables), 'api/[[...path]]', { ...variables, ...others, ...store }),
    next: builtFunction(buildForVercel({}, 'tests/bench/peers/next'), 'api/convert', env),
  }
  const costs = { pinref: [] as FirstCall[], next: [] as FirstCall[] }
  for (let turn = 0; turn < turns; turn++) {
    for (const name of ['pinref', 'next'] as const) costs[name].push(await firstCall(built[name], key))
  }
  const measured = (name: keyof ColdStarts): ColdStart => {
    const middle = (of: (one: FirstCall) => number) => median(costs[name].map(of))
    return {
      ...sizeOf(built[name].function),
      loadedMs: middle(({ loaded }) => loaded.ms),
      answeredMs: middle(({ answered }) => answered.ms),
      cpuMs: middle(({ answered }) => answered.cpuMs),
    }
  }
  const figures = { pinref: measured('pinref'), next: measured('next') }
  for (const { output } of Object.values(built)) removeOutput(output)
  await upstash.stop()
  return figures
}

const builtFunction = (output: string, name: string, env: Record<string, string>): BuiltFunction => ({
  output,
  function: readOutput(output).functionNamed(name),
  env,
})

type FirstCall = Awaited<ReturnType<typeof firstCall>>

async function firstCall({ env, ...built }: BuiltFunction, key: string) {
  const instance = await startInstance(env, built)
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-real-ip': '192.0.2.1' }
  const body = '{"cid":"3545450935484072529"}'
  const answer = await instance.ask({ method: 'POST', path: '/api/convert', headers, body })
  if (answer.statusCode !== 200) throw new Error(`the first call was answered ${answer.statusCode}`)
  answer.resume()
  await instance.frozen()
  const { loaded } = instance
  const answered = instance.answered()
  await instance.stop()
  return { loaded, answered }
}

function sizeOf(folder: string): Pick<ColdStart, 'megabytes' | 'files'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const bytes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
  return { megabytes: bytes.reduce((sum, one) => sum + one, 0) / 1e6, files: files.length }
}
