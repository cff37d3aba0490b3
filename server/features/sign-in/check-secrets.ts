import { keyPeppers } from '@/server/metering/access/api-key'
import { authSecret, codeLength, fingerprint, otherAuthSecrets } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'
import { runScript, script } from '@/server/platform/store/untyped'

/**
 * Stores a fingerprint if there is none or the stored one may be replaced. Returns the previous fingerprint. Arguments:
 * the fingerprint, the code of a replaceable fingerprint (or `any`), and any other replaceable fingerprints.
 */
const leave = script(`
local before = redis.call('GET', KEYS[1])
local mayReplace = not before or ARGV[2] == 'any' or string.sub(before, 1, ${codeLength}) == ARGV[2]
for at = 3, #ARGV do mayReplace = mayReplace or before == ARGV[at] end
if mayReplace and before ~= ARGV[1] then redis.call('SET', KEYS[1], ARGV[1]) end
return before
`)

/**
 * Compares this installation's secrets with the fingerprints stored on the first start. With a different pepper, every
 * API key would be rejected, so this fails. A different session secret signs everyone out and invalidates second
 * factors, so this only prints a warning. If the previous secret is still accepted, this doesn't fail or print a
 * warning.
 * @throws Error for a different pepper or a damaged secret; PinrefError `store_unavailable`.
 */
export async function checkSecrets(): Promise<void> {
  const { present, others } = keyPeppers()
  const pepper = { own: fingerprint(present), others: others.map(fingerprint) }
  const session = { own: fingerprint(authSecret()), others: otherAuthSecrets().map(fingerprint) }
  const giveUp = env().GIVE_UP_API_KEYS ?? ''

  const pepperBefore = await runScript(leave, ['fingerprint:key-pepper'], [pepper.own, giveUp, ...pepper.others])
  if (typeof pepperBefore === 'string' && ![pepper.own, ...pepper.others].includes(pepperBefore)) {
    const code = pepperBefore.slice(0, codeLength)
    if (code !== giveUp) throw new Error(otherPepper(code))
  }
  const sessionBefore = await runScript(leave, ['fingerprint:auth-secret'], [session.own, 'any'])
  if (typeof sessionBefore === 'string' && ![session.own, ...session.others].includes(sessionBefore)) {
    process.stderr.write(`${otherAuthSecret}\n`)
  }
}

const otherPepper = (code: string) =>
  'The API keys in this store were created with a different KEY_PEPPER. With the current pepper, every key would be rejected. ' +
  'Set KEY_PEPPER to its old value, or restore the file secrets/key-pepper in DATA_DIR. To change it on purpose, add the ' +
  `old value to OTHER_KEY_PEPPERS. To discard all existing keys instead, start with GIVE_UP_API_KEYS=${code}`

const otherAuthSecret =
  'AUTH_SECRET has changed since the last start. Everyone has to sign in again, and existing authenticator apps and ' +
  'recovery codes no longer work. If you did not intend this, set it to its old value, or restore the file ' +
  'secrets/auth-secret in DATA_DIR. To change it on purpose, add the old value to OTHER_AUTH_SECRETS.'
