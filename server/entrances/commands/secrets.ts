import { resealBatch, resealEndpoints } from '../../features/callbacks/secrets'
import { personAtStart, signInKeys } from '../../features/sign-in/adapter/redis-keys'
import { readTwoFactor } from '../../features/sign-in/adapter/two-factors'
import { keyRenewal } from '../../metering/access/key-list'
import { redisKeys } from '../../metering/access/redis-keys'
import { readEnvFiles } from '../../platform/runtime/env-files'
import { openStore } from './open-store'

const number = (value: number) => value.toLocaleString('en')

/** Re-encrypts data with the current secrets where possible, and prints which data still needs the other secrets. */
export async function run(): Promise<void> {
  readEnvFiles()
  const { scan, close } = await openStore()
  const { keys, waiting } = await keyRenewal()
  process.stdout.write(
    waiting === 0
      ? `KEY_PEPPER: used by all ${number(keys)} API keys. You can remove OTHER_KEY_PEPPERS.\n`
      : `KEY_PEPPER: ${number(waiting)} of ${number(keys)} API keys still use another pepper. Each key switches the next time it is used, ` +
          'and needs OTHER_KEY_PEPPERS until then.\n',
  )
  const accounts = new Set<string>()
  for await (const names of scan(signInKeys.twoFactor('?'.repeat(16)))) {
    for (const name of names) accounts.add(personAtStart(name.slice(1)) ?? '')
  }
  // Reading a record re-encrypts it.
  for (const account of accounts) await readTwoFactor(account)
  process.stdout.write(
    `AUTH_SECRET: used by two-step verification for ${number(accounts.size)} accounts. Sessions created before the change ` +
      'need OTHER_AUTH_SECRETS for up to 30 days.\n',
  )
  const { endpoints, batch } = redisKeys('?'.repeat(16))
  // A scan can return a name several times.
  const counts = new Map<string, number>()
  for await (const names of scan(endpoints)) {
    for (const name of names) counts.set(name, await resealEndpoints(personAtStart(name.slice(1)) ?? ''))
  }
  const batches = new Set<string>()
  for await (const names of scan(batch(`batch_${'?'.repeat(16)}`))) {
    for (const name of names) {
      const id = name.slice(name.lastIndexOf(':') + 1)
      if (await resealBatch(personAtStart(name.slice(1)) ?? '', id)) batches.add(name)
    }
  }
  const endpointCount = [...counts.values()].reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `AUTH_SECRET: used by the callback secrets of ${number(endpointCount)} endpoints and ${number(batches.size)} batches.\n`,
  )
  await close()
}
