import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { SuspendedNote } from '@/components/account/suspended-note'
import { maxLookups } from '@/components/bulk/limits'
import { formatNumber } from '@/components/format/number'
import { ApiSection, apiExamples } from '@/components/landing/api-section'
import { HomeIntro, Intro, Landing } from '@/components/landing/landing'
import { ListingCard } from '@/components/listings/listing-card'
import { PendingCard } from '@/components/listings/pending-card'
import { LookupPage } from '@/components/lookup/lookup-page'
import { TryExamples } from '@/components/lookup/try-examples'
import { listingIn } from '@/components/reading/reading'
import { withoutApiKeys } from '@/components/reading/without-api-keys'
import { Scene } from '@/components/site/scenery'
import { longestText, shareCard } from '@/components/site/share-card'
import { LazyApiProvider } from '@/components/trpc/lazy-client'
import { classNames } from '@/components/ui/class-names'
import { exampleListing } from '@/server/entrances/rest/examples/operations'
import { maxLines } from '@/server/features/batches/limits'
import { hasSessionCookie } from '@/server/features/sign-in/signatures'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { sourceKind } from '@/server/places/sources/source'
import { type LookupOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import { env } from '@/server/platform/settings/env'
import { pageSession } from './page-session'

/** In UTF-16 units. */
const maxTextLength = 4096

interface PageProps {
  searchParams: Promise<{ q?: string | string[]; sent?: string } & Partial<Record<keyof LookupOptions, unknown>>>
}

/** Describes a shared lookup using only what its text contains, because sharing a link must not use up a lookup. */
export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const { q } = await searchParams
  if (typeof q !== 'string' || q.length > longestText) return {}
  const listing = listingIn(q, env())
  if (listing === null) return {}
  const card = shareCard('/', withoutApiKeys(q))
  return { ...card, openGraph: { ...card.openGraph, title: listing.title ?? 'A listing on Google Maps' } }
}

export default async function Page({ searchParams }: PageProps) {
  // The source depends on the environment at run time, not at build time.
  await connection()
  const query = await searchParams
  const { q, sent } = query
  const { MAP_HOST, REVIEW_HOST } = env()
  const requestHeaders = await headers()
  const isSignedIn = hasSessionCookie(requestHeaders)
  const lookupPage = (
    <LookupPage
      isSignedIn={isSignedIn}
      source={sourceKind()}
      sampleCount={sampleListings.length}
      examples={<TryExamples source={sourceKind()} sampleCount={sampleListings.length} />}
      bulk={<BulkLink isSignedIn={isSignedIn} />}
      example={!isSignedIn && <ListingCard listing={await exampleListing()} source={sourceKind()} isExample />}
      pending={<PendingCard />}
      // Read from a link to a lookup. `sent` is set by a form submitted before hydration and by text shared from
      // another app.
      initialLookup={{
        text: typeof q === 'string' ? q.slice(0, maxTextLength) : '',
        options: readLookupOptions(query),
        isSent: sent !== undefined && !isFromAnotherSite(requestHeaders.get('sec-fetch-site')),
        isShared: sent === 'shared',
      }}
      hosts={{ MAP_HOST, REVIEW_HOST }}
      intro={isSignedIn ? <HomeIntro /> : <Intro />}
      scene={<Scene />}
    />
  )
  return (
    <>
      {!isSignedIn && (
        <div aria-hidden="true" className="contours absolute -top-24 -right-72 -z-10 h-[25rem] w-[39rem] lg:hidden" />
      )}
      <div
        className={classNames(
          'mx-auto px-4 sm:px-6',
          isSignedIn ? 'max-w-[80rem] pt-3 pb-12 lg:px-8 lg:pt-6' : 'max-w-[76rem] pt-6 pb-16 lg:pt-10',
        )}
      >
        {isSignedIn && (
          <Suspense>
            <OwnSuspension />
          </Suspense>
        )}
        {isSignedIn ? <LazyApiProvider>{lookupPage}</LazyApiProvider> : lookupPage}
      </div>
      {!isSignedIn && <Landing api={<ApiSection examples={await apiExamples()} />} />}
    </>
  )
}

/** Rendered on the server, so the browser loads no code for it. */
const BulkLink = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <p className="mt-3 px-1 text-sm text-soft">
    Have a list?{' '}
    <a href="/bulk" className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink">
      {isSignedIn
        ? `Look up as many as ${formatNumber(maxLines)} lines in bulk`
        : `Read up to ${formatNumber(maxLines)} lines in bulk, ${formatNumber(maxLookups)} lookups at a time`}
    </a>
  </p>
)

/** Streamed after the page, which does not wait for the store to identify the user. */
async function OwnSuspension() {
  const { account } = await pageSession()
  return account && <SuspendedNote accountId={account.accountId} />
}

/**
 * Whether a link on another site led here, which must not use up a visitor's lookup. Every current browser reports this
 * over HTTPS.
 */
const isFromAnotherSite = (fetchSite: string | null) =>
  fetchSite !== null && fetchSite !== 'none' && fetchSite !== 'same-origin'
