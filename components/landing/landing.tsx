import type { ReactNode } from 'react'
import { maxLookups } from '@/components/bulk/limits'
import { IdentifierFigure } from '@/components/docs/identifier-figures'
import { formatMonthlyPrice } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { headline } from '@/components/site/headline'
import { QuestionList } from '@/components/ui/question-list'
import { description } from '@/package.json'
import { exampleListing } from '@/server/entrances/rest/examples/operations'
import { maxLines } from '@/server/features/batches/limits'
import { billingMode } from '@/server/features/billing/status'
import { plans } from '@/server/metering/access/limits'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { sourceKind } from '@/server/places/sources/source'
import { env } from '@/server/platform/settings/env'

export function Intro() {
  return (
    <div className="pb-8">
      <h1 className="max-w-[14em] text-display font-semibold text-balance">{headline}</h1>
      <p className="mt-4 max-w-[34rem] text-lg text-soft">{description}</p>
      <noscript>
        <p className="mt-4 max-w-[34rem] border-l-4 border-limit pl-3">
          Lookups on this page need JavaScript. The REST API below doesn’t.
        </p>
      </noscript>
    </div>
  )
}

/** The heading above a signed-in user's box. */
export const HomeIntro = () => (
  <h1 className="flex min-h-10 items-center pb-3 text-title font-semibold">What are you looking up?</h1>
)

/**
 * Answers a newcomer's questions: who Pinref is for, what the identifiers are, what it costs, and more.
 * @param api the section about the API.
 */
export function Landing({ api }: { api: ReactNode }) {
  return (
    <>
      <Uses />
      <Identifiers />
      {api}
      <Costs />
      <Questions />
    </>
  )
}

const identifiers = [
  { name: 'CID', says: 'The listing’s own number. It stays the same for the life of the listing, so store this one.' },
  { name: 'Place id', says: 'The id that Google’s APIs accept. It can change over time, and old ones stop working.' },
  { name: 'KG id', says: 'The business in Google’s Knowledge Graph, if the link contains it.' },
]

/** What the identifiers are, with the picture of how they relate. */
async function Identifiers() {
  const { cid, hex_cid, place_id, title } = await exampleListing()
  return (
    <LandingSection id="identifiers-title" title="Numbers that last">
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <dl className="grid gap-4">
            {identifiers.map(({ name, says }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="mt-0.5 text-soft">{says}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 max-w-[34rem]">
            A business keeps its CID when it changes its name, address, or website. If Google merges it into another
            listing, Pinref can tell you which one and marks the old identifiers as moved.{' '}
            <a
              href="/docs/identifiers"
              className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
            >
              How identifiers work
            </a>
          </p>
        </div>
        <div className="min-w-0 lg:-mt-5">
          <IdentifierFigure cid={cid} hexCid={hex_cid} placeId={place_id} />
          <p className="mt-2 px-1 text-sm text-soft">{title}. Hover over a byte to see it in every identifier.</p>
        </div>
      </div>
    </LandingSection>
  )
}

const uses = [
  {
    who: 'Local SEO',
    why: 'Show a client what is wrong with their list, track each location by a number that survives renames, and send customers a link that opens the review form.',
  },
  {
    who: 'Directories and apps',
    why: 'Store one key per business, use it to match duplicates, and let a watchlist report listings that move, close, or disappear.',
  },
  {
    who: 'Teams',
    why: 'Run Pinref with one Google key, and give every colleague and app its own Pinref key. You see who makes how many calls, and caps limit what Google can bill.',
  },
  {
    who: 'Developers and agents',
    why: 'One call for any link people paste, a code for every error, an OpenAPI document, and MCP tools. No pages to scrape, no ids to guess.',
  },
]

function Uses() {
  return (
    <LandingSection id="uses-title" title="Who it’s for">
      <dl className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {uses.map(({ who, why }) => (
          <div key={who}>
            <dt className="font-semibold">{who}</dt>
            <dd className="mt-1.5 text-soft">{why}</dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  )
}

/** What a lookup costs without an account, with a free one, and with a plan. */
function Costs() {
  const billing = billingMode()
  const priceWords = (cents: number) =>
    cents === 0 || billing === 'off' ? 'Free' : billing === 'operator' ? 'On request' : formatMonthlyPrice(cents)
  const steps = [
    {
      name: 'No account',
      gives: `${formatNumber(env().FREE_DAILY_QUOTA)} lookups a day, here or over the API`,
      price: 'Free',
    },
    ...plans().map(({ name, monthlyQuota, monthlyPriceCents }) => ({
      name,
      gives: monthlyQuota === null ? 'No monthly limit' : `${formatNumber(monthlyQuota)} calls a month`,
      price: priceWords(monthlyPriceCents),
    })),
  ]
  return (
    <LandingSection id="costs-title" title="What it costs">
      <p className="mt-2 max-w-[44rem] text-soft">Failed calls and conversions on this page are free.</p>
      <dl className="mt-6 max-w-[44rem]">
        {steps.map(({ name, gives, price }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-2.5">
            <dt className="w-28 font-semibold">{name}</dt>
            <dd className="flex-1 basis-48 text-soft">{gives}</dd>
            <dd className="font-medium">{price}</dd>
          </div>
        ))}
      </dl>
      <a
        href="/pricing"
        className="mt-5 inline-block font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Compare plans
      </a>
    </LandingSection>
  )
}

const questions = (): ReadonlyArray<[question: string, answer: string]> => [
  [
    'Which links can it read?',
    'Share links, legacy short links, desktop and mobile map links, review and directions links, embedded maps, saved-list exports, place ids, and CIDs, even in the middle of other text. The docs list every form with an example.',
  ],
  [
    'Where do names and ratings come from?',
    sourceKind() === 'places'
      ? 'From Google’s Places API, when you look up a listing. Identifiers are computed from the link itself.'
      : `On this server, they come from ${formatNumber(sampleListings.length)} sample listings. Identifiers are exact for every listing, because they are computed from the link itself.`,
  ],
  [
    'What if a listing moves or closes?',
    'Look it up again. A merged listing is returned under its new identifiers and marked as moved, a listing that is gone returns a 404, and with full details you see whether the business has closed temporarily or permanently. Or add your listings to a watchlist, which checks them every week or month and reports only changes.',
  ],
  [
    'Can I look up a whole list?',
    `Yes. Drop a spreadsheet or paste lines on the bulk page, which reads up to ${formatNumber(maxLines)} lines in your browser and makes up to ${formatNumber(maxLookups)} lookups at a time. Over the API, send 100 items in one call, or up to ${formatNumber(maxLines)} lines as a background batch.`,
  ],
  [
    'Can my team share one Google key?',
    'Yes, on your own server. Only the server has it. Everyone else uses Pinref’s keys, which are counted and can be limited one by one. A daily and a monthly cap stop calls that Google would bill.',
  ],
  [
    'Why are CIDs strings in the API?',
    'A CID has up to 20 digits. JSON parsers silently round numbers that long, and a CID that is off by one is a different business.',
  ],
  ['Is it part of Google?', 'No. Pinref is open source under the MIT license and is not affiliated with Google.'],
]

/** Questions that people ask before they sign up. */
function Questions() {
  return (
    <LandingSection id="questions-title" title="Questions and answers">
      <QuestionList questions={questions()} />
    </LandingSection>
  )
}

interface LandingSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A section of the landing page. */
function LandingSection({ id, title, children }: LandingSectionProps) {
  return (
    <section aria-labelledby={id} className="border-t border-rule">
      <div className="mx-auto max-w-[76rem] px-4 py-14 sm:px-6">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
