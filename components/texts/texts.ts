import { formatNumber } from '@/components/format/number'
import { billingMode } from '@/server/billing/status'
import { contactEmail, env } from '@/server/env'
import { mailMode } from '@/server/mail/mode'
import { signInOptions } from '@/server/sign-in/sign-in-options'

/** Returns how to reach whoever runs this server, as Markdown. */
export function contactText(): string {
  const { host, contact } = hostWords()
  const { SOURCE_URL } = env()
  const address = contactEmail()
    ? `Write to ${contact}. If it’s about a call that failed, include its request id: it’s in the answer, and in the header
\`X-Request-Id\`. Never send an API key.`
    : `Whoever runs ${host} hasn’t published an address.`
  const source = SOURCE_URL ? `- The software: [its source](${SOURCE_URL}), where you can report a defect.` : ''
  return `
${address}

## Faster than a mail

- Does it work at the moment? [Status](/status)
- How do I call it, and what does an error mean? [Docs](/docs), [errors](/docs/errors)
- Plans and payments: [your account](/account)
${source}
${contactEmail() ? security : ''}`
}

const security = `
## Report a vulnerability

Write to the same address before you tell anybody else. Say what you did and what came back. Please stay away from other
people’s accounts and data, and don’t flood the service.
`

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

/**
 * Returns the privacy policy for an operator who has set none: what Pinref itself stores, for how long, and who else sees some of
 * it, as Markdown. `docs/operations.md` and `docs/security.md` say the same in detail.
 */
export function ownPrivacy(): string {
  const { host, contact } = hostWords()
  return `
This page says what the software behind ${host} stores, for how long, and who else gets to see some of it. Whoever runs it may
also keep backups, or logs of a proxy in front of it; ask ${contact} about those.

## If you look something up

- Your network address, to count the free lookups of the day; for two days at most. Of an IPv6 address, the first half.
- Not who looked up what, unless you’re signed in on this site. Where a short link leads is kept for 30 days, and which place id belongs to a CID for good; neither
  says who asked. ${names()}
- The log of calls has the time, the kind of call and how long it took. It has no addresses, links, names or keys.
- Your browser keeps your recent lookups, the theme you choose, the name, logo and language of your review kits, and a page to show when you’re offline, on your device.

## If you have an account

- Your email, and your password as a hash that can’t be reversed. API keys are kept as hashes too: nobody can read them
  there, and we can’t either.
- The browsers that you’re signed in with, and the addresses they signed in from: until you sign out, or for 30 days without use.
- Calls with your keys that failed: the last hundred, for seven days, with the time, the key and the reason. They have no links, names or
  addresses. The first call of a new key is kept for ten minutes with its address and the name of the listing, to show it to you.
- How many calls you made, by day, kind and key: for ten years. When a key was last used.
- What you look up on this site while you’re signed in, with its CID and place id: the last 50, for 30 days. You can clear them
  at any time. Names and ratings aren’t among them.
- What happened to the account, such as sign-ins and new keys, with the browser and the network: the last 1,000 events.
- Batches, their lines and results: until you delete them, or for 30 days after they end.
- Where we call you back, if you set that, and the last 200 calls.

You can download all of this on your account page, and delete the account there. Deleting removes it at once. Some counters stay for
two days at most, and a log for whoever runs the service keeps the event with most of your email and address masked.

## Cookies

Cookies are set only when you sign in: one for the session, one that tells a browser you’ve used before from a new one, and, if
you ask for it, one that remembers two-step verification. There are no cookies for ads or statistics, and nothing on these pages is
loaded from other sites.

## Who else sees what

${others()
  .map((one) => `- ${one}`)
  .join('\n')}

Nothing is sold, and nobody else gets it.
`
}

const names = () =>
  env().LISTING_CACHE_SECONDS > 0
    ? `Names, ratings and review counts are kept for up to ${formatNumber(Math.ceil(env().LISTING_CACHE_SECONDS / 60))} minutes.`
    : 'Names, ratings and review counts aren’t kept, except those of a batch: for a day, so that you can fetch them.'

/** Returns the other parties that this server really uses. */
function others(): string[] {
  const { GOOGLE_MAPS_API_KEY, STRIPE_SECRET_KEY, UPSTASH_REDIS_REST_URL, QSTASH_TOKEN, VERCEL } = env()
  const providers = signInOptions().providers.map((provider) => ({ github: 'GitHub', google: 'Google' })[provider])
  const upstash = UPSTASH_REDIS_REST_URL || QSTASH_TOKEN
  return [
    GOOGLE_MAPS_API_KEY
      ? 'Google Maps is sent what is looked up: the short link, the place id or the name. It isn’t told by whom.'
      : 'Google is sent short links, to find out where they lead. It isn’t told by whom.',
    ...(STRIPE_SECRET_KEY ? ['Stripe takes payments: it gets your email, and your card directly from you.'] : []),
    ...(providers.length > 0 ? [`${providers.join(' and ')}, if you choose to sign in with it.`] : []),
    ...(mailMode() === 'smtp' ? ['A mail service delivers our mails to you.'] : []),
    ...(upstash ? ['Upstash stores what this page lists.'] : []),
    ...(VERCEL ? ['Vercel runs the servers that answer you.'] : []),
  ]
}

/** Returns the host and the contact that the texts name for whoever runs this server. */
function hostWords(): { host: string; contact: string } {
  const { hostname: host } = new URL(env().APP_URL)
  const email = contactEmail()
  return { host, contact: email ? `[${email}](mailto:${email})` : 'whoever gave you this address' }
}
