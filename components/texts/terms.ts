import { billingMode } from '@/server/billing/status'
import { env } from '@/server/env'
import { hostWords } from './hosting'

/** Returns the terms for an operator who has set none: what is true of the service anyway, as Markdown. */
export function ownTerms(): string {
  const { host, contact } = hostWords()
  return `
${host} is run with Pinref, which is open-source software. The person or organization that runs it hasn’t published terms of its
own. If you need an agreement, ask ${contact} for one before you rely on the service. What follows describes how it works; it’s
not a contract.

## What you get

- Identifiers are computed from the link that you send, so they are exact. Names, ratings and review counts come from ${
    env().GOOGLE_MAPS_API_KEY ? 'Google Maps' : 'sample data'
  }, and are as right as their source.
- Nobody promises how often the service is up. The [status page](/status) shows how it has done.
- The software comes under the MIT license: as it is, without warranty of any kind.

## What you may do

- Call it up to [your quota](/docs/quotas). A call that fails isn’t counted.
- Keep the identifiers for as long as you like. Google’s terms apply to names, ratings and review counts: wherever you show
  them, show “Google Maps” beside them, and don’t store them longer than those terms allow.
- Keep your API keys to yourself. Whoever has one calls on your account.
- Whoever runs the service can suspend an account, and then says so on its pages.

## What it costs

${money()}

## Google

Pinref isn’t affiliated with Google. Google Maps is a trademark of Google LLC, and
[Google’s terms](https://cloud.google.com/maps-platform/terms) apply to what comes from there.
`
}

function money(): string {
  const prices =
    'Lookups without an account are free, up to a number each day. Plans and prices are on the [pricing page](/pricing).'
  if (billingMode() !== 'on') return `${prices} Nothing is charged here.`
  return `${prices} Stripe takes payments. You can cancel at any time on your account page; the plan then ends with the month you’ve paid for.`
}
