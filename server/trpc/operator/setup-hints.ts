import { billingMode } from '@/server/billing/status'
import { env } from '@/server/env'
import { mailMode } from '@/server/mail/mode'

const ofMail = {
  smtp: null,
  kept: 'Mail: printed and kept in mail.jsonl in DATA_DIR. Set SMTP_URL to send it.',
  off: 'Mail: off, so there are no alerts and no password resets. Set SMTP_URL to turn it on.',
} as const

const ofBilling = {
  on: null,
  off: 'Billing: off. Choosing a plan grants it, and nothing is charged. Set STRIPE_SECRET_KEY to charge for plans.',
  operator: 'Billing: off. Operators grant plans on the operator page. Set STRIPE_SECRET_KEY to sell them.',
} as const

/**
 * Returns what an operator may still want to set up, a sentence or two for each. Shown at startup and on the operator page only:
 * other pages tell visitors what it means for them.
 */
export function setupHints(): string[] {
  const listings = env().GOOGLE_MAPS_API_KEY
    ? null
    : 'Listings: sample data only. Set GOOGLE_MAPS_API_KEY for the names and ratings of all others.'
  return [listings, ofMail[mailMode()], ofBilling[billingMode()]].filter((hint) => hint !== null)
}
