import { keyPeppers } from '@/server/metering/access/api-key'
import { announceFault } from '@/server/platform/observability/standard-error'
import { authSecret, codeLength, fingerprint, otherAuthSecrets } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'
import { defineScript } from '@/server/platform/store/script'
import { list, optional, text } from '@/server/platform/store/script-values'
import type { Store } from '@/server/platform/store/store'
import leaveLua from './leave-fingerprint.lua'

/** Stores a fingerprint if there is none or the stored one may be replaced. Returns the previous fingerprint. */
const leave = defineScript({
  name: 'leave-fingerprint',
  keys: ['stored'],
  args: {
    fingerprint: text,
    /** The code of a fingerprint that may be replaced, or `any`. */
    replaceable: text,
    /** Other fingerprints that may be replaced. */
    others: list(text),
  },
  constants: { codeLength },
  returns: optional(text),
  lua: leaveLua,
})

/** The Redis keys of the fingerprints. */
const keys = { pepper: 'fingerprint:key-pepper', session: 'fingerprint:auth-secret' }

/**
 * Compares this installation's secrets with the fingerprints stored on the first start. With a different pepper, every
 * API key would be rejected, so this fails. A different session secret signs everyone out and invalidates second
 * factors, so this only prints a warning. If the previous secret is still accepted, this doesn't fail or print a
 * warning.
 * @throws Error for a different pepper or a damaged secret; PinrefError `store_unavailable`.
 */
export async function checkSecrets(opened: Pick<Store, 'send' | 'script' | 'clock'>): Promise<void> {
  const { present, others } = keyPeppers()
  const pepper = { own: fingerprint(present), others: others.map(fingerprint) }
  const session = { own: fingerprint(authSecret()), others: otherAuthSecrets().map(fingerprint) }
  const giveUp = env().GIVE_UP_API_KEYS ?? ''

  // Nearly always, nothing has changed, which a single round trip shows.
  const replies = await Promise.all([keys.pepper, keys.session].map((key) => opened.send(['GET', key])))
  const [storedPepper, storedSession] = replies.map((reply) => ('error' in reply ? null : reply.result))
  if (storedPepper === pepper.own && storedSession === session.own) return

  const ofPepper = { fingerprint: pepper.own, replaceable: giveUp, others: pepper.others }
  const pepperBefore = await leave.on(opened)({ stored: keys.pepper }, ofPepper)
  if (pepperBefore !== null && ![pepper.own, ...pepper.others].includes(pepperBefore)) {
    const code = pepperBefore.slice(0, codeLength)
    if (code !== giveUp) throw new Error(otherPepper(code))
  }
  const ofSession = { fingerprint: session.own, replaceable: 'any', others: [] }
  const sessionBefore = await leave.on(opened)({ stored: keys.session }, ofSession)
  if (sessionBefore !== null && ![session.own, ...session.others].includes(sessionBefore)) {
    announceFault(otherAuthSecret, 'warn')
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
