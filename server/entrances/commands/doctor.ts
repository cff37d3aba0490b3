import { rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyMail } from '../../features/mail/mail'
import { isLoopback, mailMode } from '../../features/mail/mode'
import { tryKey } from '../../places/sources/google/check-google'
import { hasFailed, readReport } from '../../places/sources/google/check-report'
import { googleSettings } from '../../places/sources/source'
import { readMarkers } from '../../platform/runtime/accepted-markers'
import { readEnvFiles } from '../../platform/runtime/env-files'
import { makeFolder } from '../../platform/runtime/make-folder'
import { withTimeout } from '../../platform/runtime/with-timeout'
import { env } from '../../platform/settings/env'
import { readTime } from '../../platform/store/clock'
import { findRedis } from '../../platform/store/embedded/redis-server'
import { type StorePolicy, type StoreState, stateOf } from '../../platform/store/state-names'
import { store } from '../../platform/store/store'
import { faultText, warningText } from '../../platform/store/store-advice'
import type { MarkerFinding } from '../../platform/store/store-marker'
import { storePolicy, storeWarnings } from '../../platform/store/store-state'
import { readVersion } from '../../platform/store/upgrade'
import { checkNodes } from './check-nodes'
import { checkServer } from './check-server'
import { type Finding, fault, ok, warning } from './finding'
import { probeUntilReached } from './open-store'

/** How long a check may take. */
const timeoutMs = 15_000

/**
 * Checks the settings and every service they point to, and prints one line per check or node of the store. The only data
 * stored is a probe that expires.
 */
export async function run(): Promise<void> {
  readEnvFiles()
  const findings = await report('settings', checkSettings)
  if (findings.every(({ state }) => state !== 'fault')) {
    for (const [name, check] of Object.entries(checks)) findings.push(...(await report(name, check)))
  }
  if (storeState === 'ok') await (await store()).close()
  if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1
}

/** Runs a check and prints each of its results on one line. */
async function report(name: string, check: Check): Promise<Finding[]> {
  const tooLate = () => new Error(`No response within ${timeoutMs / 1_000} seconds.`)
  const checked = withTimeout(Promise.resolve().then(check), timeoutMs, tooLate)
  const findings = [await checked.catch((error: unknown) => fault(messageOf(error)))].flat()
  for (const { state, text } of findings) {
    process.stdout.write(`${state.padEnd(8)} ${name.padEnd(9)} ${text.replace(/\s*\n\s*/g, ' ')}\n`)
  }
  return findings
}

/** Most checks have one result; a check of the store's nodes has one for each. */
type Check = () => Finding | Promise<Finding | Finding[]>

const messageOf = (error: unknown): string => (error as Error).message

const checks = {
  store: checkStore,
  nodes: checkNodes,
  server: () => checkServer(storeState),
  clock: checkClock,
  disk: checkDisk,
  google: checkKey,
  mail: checkMail,
  stripe: checkStripe,
  proxies: checkProxies,
}

function checkSettings(): Finding {
  env()
  return ok('Valid.')
}

/** The state of the store; null if it could not be tested. */
let storeState: StoreState | null = null

async function checkStore(): Promise<Finding> {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, DATA_DIR } = env()
  const isEmbedded = !REDIS_URL && !UPSTASH_REDIS_REST_URL
  // Opening the store would install Redis.
  if (isEmbedded && !findRedis()) {
    return fault('No Redis server is installed. Install one (apt-get install redis-tools), or set REDIS_URL.')
  }
  const { direct, guard } = await store()
  // A damaged file is a fault.
  readMarkers()
  guard.observe()
  const probe = await probeUntilReached()
  storeState = stateOf(probe)
  const storeFault = faultText(probe)
  if (storeFault) return fault(storeFault)
  const version = await readVersion(direct)
  const policy = await storePolicy()
  const warnings = storeWarnings(policy)
  const name = isEmbedded ? `the embedded Redis in ${DATA_DIR}` : 'the store'
  const layout = version === null ? 'new' : `layout ${version}`
  const accepted = acceptedText(await guard.inspect())
  const text = `Writing to ${name} works (${accepted}, ${layout}, ${policy.eviction ?? 'memory policy unknown'}, ${persistenceOf(policy)}).`
  if (warnings.length === 0) return ok(text)
  return warning(`${text} ${warnings.map((one) => warningText(one, policy)).join(' ')}`)
}

const acceptedText = (findings: readonly MarkerFinding[]) =>
  findings
    .map(({ marker, expected }) => `marker ${marker ?? 'none yet'}${expected === undefined ? '' : ', accepted'}`)
    .join(', ')

const persistenceOf = ({ appendOnly }: StorePolicy) =>
  appendOnly === null ? 'persistence unknown' : appendOnly ? 'append-only file' : 'no append-only file'

/** Above this difference, per-minute limits and the times in responses are visibly wrong. */
const maxSkewMs = 2_000

async function checkClock(): Promise<Finding> {
  if (storeState !== 'ok') return warning("Not checked, because the store can't be used.")
  const { direct } = await store()
  const before = Date.now()
  const reply = await direct.send(['TIME'])
  if ('error' in reply) return warning(`The store doesn't return its time: ${reply.error}`)
  const aheadMs = readTime(reply.result) - (before + Date.now()) / 2
  if (Math.abs(aheadMs) <= maxSkewMs) return ok(`Within ${maxSkewMs / 1_000} seconds of the store's clock.`)
  const difference = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return fault(`The store's clock is ${difference} this machine's. Run NTP on both machines.`)
}

const minFreeBytes = 100e6
const lowFreeBytes = 1e9

async function checkDisk(): Promise<Finding> {
  const { DATA_DIR, VERCEL } = env()
  if (VERCEL) return ok('Not used on Vercel.')
  makeFolder(DATA_DIR)
  const probe = join(DATA_DIR, `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, '', { flush: true })
  } catch (error) {
    return fault(`Can't write to DATA_DIR: ${messageOf(error)}. Run Pinref as the folder's owner, or change DATA_DIR.`)
  } finally {
    rmSync(probe, { force: true })
  }
  const { bavail, bsize } = await statfs(DATA_DIR)
  const free = bavail * bsize
  const text = `DATA_DIR (${DATA_DIR}) is writable and has ${(free / 1e9).toFixed(1)} GB free.`
  if (free < minFreeBytes) return fault(`${text} Free up space: a full disk stops the embedded Redis.`)
  return free < lowFreeBytes ? warning(`${text} Free up space.`) : ok(text)
}

async function checkKey(): Promise<Finding> {
  const google = googleSettings()
  if (google === null)
    return ok('No key. Lookups return sample listings only. Set GOOGLE_MAPS_API_KEY to look up real listings.')
  const { outcome, reason } = await tryKey(google)
  const details = reason ? `: ${reason}` : '.'
  if (hasFailed(outcome) || outcome === 'off') {
    return fault(
      `Google rejects a free call with the key${details} Check the key's restrictions and the project's APIs.`,
    )
  }
  if (outcome !== 'works') return warning(`A free call with the key was inconclusive${details} Try again.`)
  const last = await readReport(google.apiKey)
  return last
    ? ok(
        `A free call works. All call types were last checked at ${new Date(last.checkedSeconds * 1_000).toISOString()}.`,
      )
    : warning('A free call works. Run check-google to check the other call types.')
}

async function checkMail(): Promise<Finding> {
  switch (mailMode()) {
    case 'kept':
      return ok('Emails are stored in mail.jsonl in DATA_DIR. Set SMTP_URL to send emails.')
    case 'off':
      return warning('Off. Alerts and password resets are unavailable. Set SMTP_URL to send email.')
    case 'smtp':
      return verifyMail().then(
        () => ok('Signing in to the mail server in SMTP_URL works.'),
        (error: unknown) => fault(`Can't sign in to the mail server in SMTP_URL: ${messageOf(error)}`),
      )
  }
}

function checkStripe(): Finding {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL, APP_URL } = env()
  if (!STRIPE_SECRET_KEY) return ok('Off. Set STRIPE_SECRET_KEY to charge for plans.')
  if (!STRIPE_WEBHOOK_SECRET?.startsWith('whsec_')) {
    return fault('STRIPE_WEBHOOK_SECRET must begin with whsec_. Copy the signing secret of the webhook from Stripe.')
  }
  const webhook = `${APP_URL}/api/billing/webhook`
  const isReal = new URL(STRIPE_API_URL).hostname === 'api.stripe.com'
  if (isReal && isLoopback(APP_URL)) {
    return fault(`Stripe can't reach ${webhook}. Set APP_URL to the public URL, or forward events with the Stripe CLI.`)
  }
  if (/^[sr]k_live_/.test(STRIPE_SECRET_KEY) && !APP_URL.startsWith('https:')) {
    return fault(`Stripe sends live events only to HTTPS URLs, but APP_URL is ${APP_URL}.`)
  }
  return ok(`The webhook secret is set. In Stripe, the webhook URL must be ${webhook}.`)
}

function checkProxies(): Finding {
  const { TRUSTED_PROXIES, APP_URL, VERCEL } = env()
  if (VERCEL) return ok('Vercel provides the caller’s address.')
  if (APP_URL.startsWith('https:') && TRUSTED_PROXIES === 0) {
    return warning(
      'APP_URL uses HTTPS, which needs a proxy, but TRUSTED_PROXIES is 0. All callers would share the proxy’s address and quota. Set TRUSTED_PROXIES to the number of proxies.',
    )
  }
  if (isLoopback(APP_URL) && TRUSTED_PROXIES > 0) {
    return warning(
      `APP_URL is ${APP_URL}, but TRUSTED_PROXIES is ${TRUSTED_PROXIES}. Without a proxy, callers can fake their address. Set TRUSTED_PROXIES to 0, or set APP_URL to the public URL.`,
    )
  }
  return ok(TRUSTED_PROXIES === 0 ? 'None: callers connect directly.' : `TRUSTED_PROXIES is ${TRUSTED_PROXIES}.`)
}
