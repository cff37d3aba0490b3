import { formatNumber } from '@/components/format/number'
import { billingMode } from '@/server/features/billing/status'
import { mailMode } from '@/server/features/mail/mode'
import { signInOptions } from '@/server/features/sign-in/sign-in-options'
import { contactEmail, env } from '@/server/platform/settings/env'

/** Returns how to reach the person who runs this server, as Markdown. */
export function contactText(): string {
  const { host, contact } = hostWords()
  const { SOURCE_URL } = env()
  const address = contactEmail()
    ? `Write to ${contact}. If a call failed, include its request id, which is in the response and in the \`X-Request-Id\` header.
Never send an API key.`
    : `The person who runs ${host} hasn’t published an address.`
  const source = SOURCE_URL ? `- To report a bug in the software, go to [its source repository](${SOURCE_URL}).` : ''
  return `
${address}

## Faster than email

- Is it working right now? [Status](/status)
- How do I call the API, and what do the errors mean? [Docs](/docs), [errors](/docs/errors)
- Plans and payments: [your account](/account)
${source}
${contactEmail() ? security : ''}`
}

const security = `
## Report a vulnerability

Write to the same address before you tell anyone else. Describe what you did and what happened. Please don’t access other
people’s accounts or data, and don’t flood the service.
`

/** Returns the default terms as Markdown, for operators who haven't set their own. */
export function ownTerms(): string {
  const { host, contact } = hostWords()
  return `
${host} runs Pinref, which is open-source software. The person or organization that runs this server
hasn’t published its own terms. If you need an agreement, ask ${contact} for one before you rely on the service. This
page describes how the service works. It isn’t a contract.

## What you get

- Identifiers are computed from the link you send, so they’re exact. Names, ratings, and review counts come from ${
    env().GOOGLE_MAPS_API_KEY ? 'Google Maps' : 'sample data'
  } and are only as accurate as their source.
- There is no uptime guarantee. The [status page](/status) shows the last outages.
- The software is provided under the MIT license, as is, without warranty of any kind.

## What you may do

- Call the API up to [your quota](/docs/quotas). Failed calls don’t count.
- Keep identifiers for as long as you like. Google’s terms apply to names, ratings, and review counts. Wherever you show
  them, credit “Google Maps”, and don’t store them longer than those terms allow.
- Watch listings. Watchlists report changes to identifiers and, if you choose, businesses that have closed or reopened. They
  don’t store names, addresses, or ratings from Google, because those terms don’t allow it.
- Keep your API keys secret. Anyone who has one can make calls on your account.
- The person who runs the service can suspend an account. Its owner sees a notice.

## What it costs

${money()}

## Google

Pinref isn’t affiliated with Google. Google Maps is a trademark of Google LLC, and
[Google’s terms](https://cloud.google.com/maps-platform/terms) apply to data from Google.
`
}

function money(): string {
  const prices =
    'Lookups without an account are free, up to a daily limit. Plans and prices are on the [pricing page](/pricing).'
  if (billingMode() !== 'on') return `${prices} Nothing is charged here.`
  return `${prices} Stripe processes payments. You can cancel at any time on your account page. The plan then ends at the end of the month you’ve paid for.`
}

/**
 * Returns the default privacy policy as Markdown, for operators without their own. Details are in `docs/security.md`.
 */
export function ownPrivacy(): string {
  const { host, contact } = hostWords()
  return `
This page explains what the software behind ${host} stores, for how long, and who else sees some of it. The person who runs it
may also keep backups or proxy logs. Ask ${contact} about these.

## If you look something up

- Your network address, to count the day’s free lookups, for two days at most. For an IPv6 address, only its first half.
- Not who looked up what. The target of a short link is stored for 30 days, and the place id of a CID permanently. Neither
  entry shows who looked it up. ${names()}
- The call log has the time, type, and duration of each call. The log has no addresses, links, names, or keys.
- Your browser stores your recent lookups, your theme, the name, logo, and language of your review kits, and an
  offline page. All of this data stays on your device.

## If you sign in

This data is about you, and no one else in your accounts sees it, except for your name and email.

- Your name and email, and your password as a hash that can’t be reversed.
- The browsers you’re signed in with, and the addresses they signed in from: until you sign out or 30 days pass without use.
- Your passkeys, connected apps, and alert settings, and which accounts you’re in: until you remove them.
- Your sign-ins, and changes to how you sign in, with the browser and network: the last 1,000 events.

## If you have an account

This data belongs to the account. All its members see it, and its owners can download and delete it.

- Its members, and the role of each.
- API keys, as hashes, so no one can read them, including us.
- Failed calls with your keys: the last 100, for seven days, with the time, key, and reason, but no links, names, or addresses.
  A new key’s first call is stored for ten minutes with the caller’s address and the listing’s name, so that you can see
  it.
- How many calls you made, by day, type, and key: for ten years. When each key was last used.
- Open invitations, with the email of each, and those that ended in the last seven days.
- Activity, such as new keys, with the name, email, and role that the person had, the browser, and the network: the last
  1,000 events. Only owners see the emails, browsers, and networks of others. A person’s events remain after they leave
  the account or are deleted.
- Batches, lines, and results: until you delete them, or for 35 days after they end. Names and ratings are in the results for
  24 hours at most, and whether a business is open for as long as the results.
- Watchlists: the identifiers of their listings, your own names and references, and, if you check for closures, whether each
  business is open, until you remove them, and events for 90 days. No names, addresses, or ratings from Google. For a line without an identifier, the first 200 characters are stored.
- Your callback endpoints, if any, and their last 200 deliveries.

On your account page, you can download what is about you and, as an owner, the account’s data, and delete both. Deletion is
immediate. If you are deleted, so is each account whose only member you are. Other accounts keep what you made there, such as
keys, and your events. Some counters remain for two days at most, and the operator’s log keeps the event with most of your email
and address masked.

## Cookies

Cookies are set only when you sign in: one for the session, one that recognizes a browser you’ve used before, and, if you choose
it, one that remembers two-step verification. There are no cookies for ads or analytics, and these pages load nothing from other
sites.

## Who else sees what

${others()
  .map((one) => `- ${one}`)
  .join('\n')}

Nothing is sold or shared with anyone else.
`
}

const names = () =>
  env().LISTING_CACHE_SECONDS > 0
    ? `Names, ratings, and review counts are stored for up to ${formatNumber(Math.ceil(env().LISTING_CACHE_SECONDS / 60))} minutes.`
    : 'Names, ratings, and review counts aren’t stored, except in batches, where you can fetch them for a day.'

/** Returns the third parties that this server uses. */
function others(): string[] {
  const { GOOGLE_MAPS_API_KEY, STRIPE_SECRET_KEY, UPSTASH_REDIS_REST_URL, QSTASH_TOKEN, VERCEL } = env()
  const providers = signInOptions().providers.map((provider) => ({ github: 'GitHub', google: 'Google' })[provider])
  const upstash = UPSTASH_REDIS_REST_URL || QSTASH_TOKEN
  return [
    GOOGLE_MAPS_API_KEY
      ? 'Google Maps receives the short link, place id, or name, but doesn’t learn who made the lookup.'
      : 'Google receives short links to resolve them, but doesn’t learn who made the lookup.',
    ...(STRIPE_SECRET_KEY
      ? ['Stripe processes payments. It gets your email address from us, and your card details directly from you.']
      : []),
    ...(providers.length > 0 ? [`${providers.join(' and ')}, if you choose to sign in with it.`] : []),
    ...(mailMode() === 'smtp' ? ['An email service delivers our emails to you.'] : []),
    ...(upstash ? ['Upstash stores the data listed on this page.'] : []),
    ...(VERCEL ? ['Vercel runs the servers.'] : []),
  ]
}

/** Returns the host, and the contact of the person who runs this server. */
function hostWords(): { host: string; contact: string } {
  const { hostname: host } = new URL(env().APP_URL)
  const email = contactEmail()
  return { host, contact: email ? `[${email}](mailto:${email})` : 'the person who gave you this address' }
}
