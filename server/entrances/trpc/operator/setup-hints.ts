import { billingMode } from '@/server/features/billing/status'
import { mailMode } from '@/server/features/mail/mode'
import { type Env, env } from '@/server/platform/settings/env'
import { nearMs } from '@/server/platform/store/round-trip'

const ofMail = {
  smtp: null,
  kept: 'Email: stored in mail.jsonl in DATA_DIR, so no one gets alerts. Set SMTP_URL to send emails.',
  off: 'Email: off, so there are no alerts and no password resets. Set SMTP_URL to turn on email.',
} as const

const ofBilling = {
  on: null,
  off: 'Billing: off. Users can choose any plan at no charge. Set STRIPE_SECRET_KEY to charge for plans.',
  operator: 'Billing: off. Operators grant plans on the operator page. Set STRIPE_SECRET_KEY to sell plans.',
} as const

/**
 * Returns hints about features that an operator may still want to set up, each a sentence or two. The hints are shown
 * only at startup and on the operator page. Other pages show visitors what a missing feature means for them.
 */
export function setupHints(): string[] {
  const listings = env().GOOGLE_MAPS_API_KEY
    ? null
    : 'Listings: sample data only. Set GOOGLE_MAPS_API_KEY to look up real listings.'
  return [listings, ofMail[mailMode()], ofBilling[billingMode()]].filter((hint) => hint !== null)
}

/**
 * Returns a hint if Vercel's functions are far from the store, which every call waits for; otherwise none.
 * @param storeMs the shortest of several round trips to the store.
 */
export function distanceHint(
  storeMs: number,
  { VERCEL, VERCEL_REGION }: Pick<Env, 'VERCEL' | 'VERCEL_REGION'> = env(),
): string[] {
  if (!VERCEL || storeMs < nearMs) return []
  const place = VERCEL_REGION ? `The functions are in ${VERCEL_REGION}. ` : ''
  return [
    `Store: each round trip takes ${storeMs} ms or more. ${place}In the project’s settings on Vercel, under Functions, select the store’s region.`,
  ]
}
