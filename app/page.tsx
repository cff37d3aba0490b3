import { connection } from 'next/server'
import { LookupPage } from '@/components/lookup/lookup-page'
import { exampleListing } from '@/components/samples/example-listing'
import { apiExamples } from '@/components/site/api-examples'
import { ApiSection } from '@/components/site/api-section'
import { Intro } from '@/components/site/intro'
import { Scene } from '@/components/site/scene'
import { ApiProvider } from '@/components/trpc/client'
import { countries } from '@/server/listings/country'
import { reviewUrl } from '@/server/listings/listing'
import { sampleListings } from '@/server/sources/sample/listings'
import { sourceKind } from '@/server/sources/source'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Every country by name, in the order of the names. */
const namedCountries = countries
  .map((code) => ({ code, name: countryNames.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** What a lookup takes, in UTF-16 units. */
const longestText = 4096

interface PageProps {
  searchParams: Promise<{ q?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  // Which source answers is the running process's environment, not the build's.
  await connection()
  const { q } = await searchParams
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
            // The address of a lookup; a form sent before its script has come arrives here too.
            initialText={typeof q === 'string' ? q.slice(0, longestText) : ''}
            reviewUrl={reviewUrl('{place_id}')}
            intro={<Intro />}
            scene={<Scene />}
          />
        </ApiProvider>
      </div>
      <ApiSection examples={await apiExamples()} />
    </>
  )
}
