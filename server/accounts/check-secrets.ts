import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { keyPepper } from '@/server/access/api-key'
import { env } from '@/server/env'
import { perProcess } from '@/server/runtime/per-process'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { authSecret } from './auth-secret'

/** How long a start waits for a store that does not answer. A function on Vercel has a caller waiting. */
const patienceMs = () => (env().VERCEL ? 0 : 5_000)

/** As much of a fingerprint as an operator copies to confirm that it may be replaced. */
const codeLength = 8

/** Leaves a fingerprint where there is none, or one that may be replaced, and returns what was there before. */
const leave = script(`
local before = redis.call('GET', KEYS[1])
if not before or ARGV[2] == 'any' or string.sub(before, 1, ${codeLength}) == ARGV[2] then
  if before ~= ARGV[1] then redis.call('SET', KEYS[1], ARGV[1]) end
end
return before
`)

/**
 * Holds this installation's secrets against the fingerprints in the store, which the first start leaves there. Another
 * pepper would refuse every API key. Another secret of sessions signs everybody out and voids second factors: that is only
 * said. Where the store does not answer for some seconds, this is done once it does, and ends the process then.
 * @throws Error for another pepper, or for a secret that is damaged.
 */
export function checkSecrets(): Promise<void> {
  checked.value ??= check()
  return checked.value
}

/** On the node server both the API and Next ask for it. */
const checked = perProcess<Promise<void>>('checked secrets')

async function check(): Promise<void> {
  const own = { pepper: fingerprint(keyPepper().export()), session: fingerprint(authSecret(env())) }
  const giveUp = env().GIVE_UP_API_KEYS ?? ''

  /** What keeps this process from serving, or null. */
  async function compare(): Promise<string | null> {
    const pepper = await runScript(leave, ['fingerprint:key-pepper'], [own.pepper, giveUp])
    const code = String(pepper).slice(0, codeLength)
    if (pepper && pepper !== own.pepper && code !== giveUp) return otherPepper(code)
    const session = await runScript(leave, ['fingerprint:auth-secret'], [own.session, 'any'])
    if (session && session !== own.session) process.stderr.write(`${otherAuthSecret}\n`)
    return null
  }

  /** Undefined where the store has not answered by then. */
  async function faultBy(deadline: number): Promise<string | null | undefined> {
    for (;;) {
      const fault = await compare().catch(() => undefined)
      if (fault !== undefined || Date.now() >= deadline) return fault
      await sleep(500)
    }
  }

  const fault = await faultBy(Date.now() + patienceMs())
  if (fault) throw new Error(fault)
  if (fault === null) return
  process.stderr.write(
    'The store does not answer. Pinref starts all the same; until it does, calls get store_unavailable.\n',
  )
  void faultBy(Number.POSITIVE_INFINITY).then((late) => {
    if (!late) return
    process.stderr.write(`${late}\n`)
    process.exit(1)
  })
}

/** Tells secrets apart without telling anything about them. */
const fingerprint = (secret: string | Buffer): string =>
  createHmac('sha256', secret).update('pinref fingerprint').digest('base64url')

const otherPepper = (code: string) =>
  'The API keys in this store were made with another KEY_PEPPER: with the present one every key would be refused. ' +
  'Set KEY_PEPPER to what it was, or restore the file secrets/key-pepper in DATA_DIR. ' +
  `To give up all existing keys instead, start with GIVE_UP_API_KEYS=${code}`

const otherAuthSecret =
  'AUTH_SECRET is not what it was at the last start: everybody who was signed in has to sign in again, and no authenticator ' +
  'app or recovery code that was set up before works any more. If that was not ' +
  'intended, set it to what it was, or restore the file secrets/auth-secret in DATA_DIR.'
