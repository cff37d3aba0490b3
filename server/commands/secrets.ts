import { keyRenewal } from '../access/key-list'
import { redisKeys } from '../access/redis-keys'
import { readSecrets } from '../callbacks/secrets'
import { prepareStore } from '../http/start'
import { readEnvFiles } from '../runtime/env-files'
import { accountAtStart, signInKeys } from '../sign-in/adapter/redis-keys'
import { readTwoFactor } from '../sign-in/adapter/two-factors'
import { store } from '../store/store'

const number = (value: number) => value.toLocaleString('en')

/** Renews with the present secrets what it can, and says what still needs the other secrets. */
export async function run(): Promise<void> {
  readEnvFiles()
  const { scan, close } = await store()
  await prepareStore()
  const { keys, waiting } = await keyRenewal()
  process.stdout.write(
    waiting === 0
      ? `KEY_PEPPER: all ${number(keys)} API keys are hashed with it. Nothing needs OTHER_KEY_PEPPERS.\n`
      : `KEY_PEPPER: ${number(waiting)} of ${number(keys)} API keys are hashed with another pepper. Each is renewed at its next use; until then ` +
          'it needs OTHER_KEY_PEPPERS.\n',
  )
  const accounts = new Set<string>()
  for await (const names of scan(signInKeys.twoFactor('?'.repeat(16)))) {
    for (const name of names) accounts.add(accountAtStart(name.slice(1)) ?? '')
  }
  // Reading a record renews it.
  for (const account of accounts) await readTwoFactor(account)
  process.stdout.write(
    `AUTH_SECRET: the two-step verification of ${number(accounts.size)} accounts is encrypted with it. Sessions that were begun ` +
      'before it changed need OTHER_AUTH_SECRETS for up to 30 days.\n',
  )
  const called = new Set<string>()
  for await (const names of scan(redisKeys('?'.repeat(16)).callbackSecrets)) {
    for (const name of names) called.add(accountAtStart(name.slice(1)) ?? '')
  }
  for (const account of called) await readSecrets(account)
  process.stdout.write(`AUTH_SECRET: the callback secrets of ${number(called.size)} accounts are encrypted with it.\n`)
  await close()
}
