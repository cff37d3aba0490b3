import type { ComponentProps } from 'react'
import { type ApiRequest, curlSample } from '@/components/samples/request-samples'
import { buttonClasses } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import { exampleListing, exampleLookup, exampleRateLimit } from '@/server/entrances/rest/examples/operations'
import { convert } from '@/server/features/listings/convert'
import { search } from '@/server/features/listings/search'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { env } from '@/server/platform/settings/env'

/** An example of one operation: the call and its response. */
interface ApiExample {
  path: string
  description: string
  curl: string
  answer: string
}

export function ApiSection({ examples }: { examples: readonly ApiExample[] }) {
  return (
    <section id="api" aria-labelledby="api-title" className="border-t border-rule bg-sunk">
      <div className="mx-auto max-w-[76rem] px-4 py-14 sm:px-6">
        <h2 id="api-title" className="text-title font-semibold">
          Use it from your own code
        </h2>
        <p className="mt-2 max-w-[44rem] text-soft">
          Three calls, each a POST with a JSON object. CIDs are strings, because JSON parsers round 64-bit numbers. Only
          successful calls count.
        </p>
        <div className="mt-8 grid gap-x-8 gap-y-10 lg:grid-cols-3">
          {examples.map(({ path, description, curl, answer }) => (
            <article key={path} className="flex min-w-0 flex-col">
              <div className="flex items-center justify-between gap-2">
                <h3 className="font-mono text-sm font-semibold">POST {path}</h3>
                <CopyButton value={curl} name={`the request to ${path}`} className="-me-2" />
              </div>
              <p className="mb-3 text-sm text-soft lg:min-h-10">{description}</p>
              <div className="rounded-md border border-rule bg-sheet">
                <Code data-sample={`example${path}`} data-language="curl">
                  {curl}
                </Code>
                <Code data-answer-to={`example${path}`}>{answer}</Code>
              </div>
            </article>
          ))}
        </div>
        <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
          <a href="/sign-up" className={buttonClasses('primary')}>
            Get an API key
          </a>
          <a href="/docs" className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink">
            Read the docs
          </a>
        </p>
      </div>
    </section>
  )
}

/**
 * Wrapped rather than scrolled, because the columns are narrow; the copy button copies the text unwrapped. Marked like
 * the docs samples, so that the tests run it as shown.
 */
const Code = (props: ComponentProps<'pre'>) => (
  <pre
    {...props}
    className="p-4 font-mono text-[0.8125rem] leading-5 whitespace-pre-wrap [overflow-wrap:anywhere] not-first:border-t not-first:border-rule"
  />
)

/** Returns a call to each operation, and its real response for the sample listings. */
export async function apiExamples(): Promise<ApiExample[]> {
  const listing = await exampleListing()
  const [found] = await search({ name: 'trevi', country: 'IT' }, sampleSource, exampleLookup)
  return [
    example(
      '/api/resolve',
      'Get a listing from any link or identifier.',
      { url: examplePlaceId },
      { ...listing, rate_limit: exampleRateLimit() },
    ),
    example(
      '/api/search',
      'Find up to 20 listings by name and, optionally, country.',
      { name: 'trevi', country: 'IT' },
      { results: [found] },
    ),
    example(
      '/api/convert',
      'Convert a CID between decimal and hexadecimal.',
      { cid: listing.hex_cid },
      convert(listing.hex_cid, env()),
    ),
  ]
}

function example(path: ApiRequest['path'], description: string, body: ApiRequest['body'], answer: object): ApiExample {
  return {
    path,
    description,
    curl: curlSample({ base: env().APP_URL, path, body, key: null }),
    answer: JSON.stringify(answer, null, 2),
  }
}
