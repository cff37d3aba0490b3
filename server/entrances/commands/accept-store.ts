import { markersFile } from '../../platform/runtime/accepted-markers'
import { readEnvFiles } from '../../platform/runtime/env-files'
import { store } from '../../platform/store/store'
import { lastingFault } from '../../platform/store/store-advice'
import type { MarkerFinding } from '../../platform/store/store-marker'
import { reasonOf } from '../../platform/store/store-state'
import { confirm } from './confirm'

const print = (text: string) => void process.stdout.write(`${text}\n`)

/** Accepts the configured store as it is, even if it was emptied or is another one, after showing what it contains. */
export async function run(_words: readonly string[], flags: ReadonlySet<string>): Promise<void> {
  readEnvFiles()
  const { guard, direct, close } = await store()
  try {
    const findings = await guard.inspect()
    const sizes = await Promise.all(direct.sendToEach(['DBSIZE']))
    const keys = sizes.reduce((sum, reply) => sum + ('error' in reply ? 0 : Number(reply.result)), 0)
    for (const finding of findings) print(textOf(finding))
    const contents = `The store has ${keys.toLocaleString('en')} key${keys === 1 ? '' : 's'}.`
    const isAccepted = findings.every(({ marker, expected }) => marker !== null && marker === expected)
    if (isAccepted) return print(`${contents} It is already the accepted store.`)
    await confirm(contents, 'accept this store', flags)
    const isLasting = await guard.acceptAny()
    print('The store is accepted. Running servers use it within seconds.')
    if (!isLasting) print(notLasting((await guard.inspect())[0]?.marker ?? ''))
  } catch (error) {
    const reason = reasonOf(error, direct.fault())
    throw new Error(lastingFault(reason) ?? reason)
  } finally {
    await close()
  }
}

const textOf = ({ key, marker, expected }: MarkerFinding) =>
  `${key}: ${marker ?? 'missing'} (expected: ${expected ?? 'none yet'})`

const notLasting = (marker: string) => `${markersFile() ?? 'Vercel'} can't store this. Set STORE_ID=${marker}`
