import { headers } from 'next/headers'
import { connection } from 'next/server'
import { Landing } from '@/components/landing/landing'
import { readDetailLevel } from '@/components/listing/detail-levels'
import { LookupPage } from '@/components/lookup/lookup-page'
import { exampleListing } from '@/components/samples/example-listing'
import { apiExamples } from '@/components/site/api-examples'
import { ApiSection } from '@/components/site/api-section'
import { Intro } from '@/components/site/intro'
import { Scene } from '@/components/site/scene'
import { ApiProvider } from '@/components/trpc/client'
import { hasSessionCookie } from '@/server/accounts/session-cookie'
import { env } from '@/server/env'
import { countries } from '@/server/listings/country'
import { sampleListings } from '@/server/sources/sample/listings'
import { sourceKind } from '@/server/sources/source'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Every country, sorted by name. */
const namedCountries = countries
  .map((code) => ({ code, name: countryNames.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** In UTF-16 units. */
const maxTextLength = 4096

interface PageProps {
  searchParams: Promise<{ q?: string | string[]; details?: string | string[]; sent?: string }>
}

export default async function Page({ searchParams }: PageProps) {
  // The source depends on the environment at run time, not at build time.
  await connection()
  const { q, details, sent } = await searchParams
  const { MAP_HOST, REVIEW_HOST } = env()
  const isSignedIn = hasSessionCookie(await headers())
  return (
    <>
      <div aria-hidden="true" className="contours absolute -top-24 -right-72 -z-10 h-[25rem] w-[39rem] lg:hidden" />
      <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-16 sm:px-6 lg:pt-10">
        <ApiProvider>
          <LookupPage
            source={sourceKind()}
            sampleCount={sampleListings.length}
            countries={namedCountries}
            exampleListing={await exampleListing()}
            // From a link to a lookup, or from the form submitted before hydration.
            initialLookup={{
              text: typeof q === 'string' ? q.slice(0, maxTextLength) : '',
              details: readDetailLevel(details),
              isSent: sent !== undefined,
            }}
            hosts={{ MAP_HOST, REVIEW_HOST }}
            intro={<Intro />}
            scene={<Scene />}
          />
        </ApiProvider>
      </div>
      {!isSignedIn && <Landing />}
      <ApiSection examples={await apiExamples()} isSignedIn={isSignedIn} />
    </>
  )
}
