'use client'

import { type KeyboardEvent, useState } from 'react'
import { LazyListingTools } from '@/components/listing/lazy-listing-tools'
import { ListingDetails } from '@/components/listing/listing-details'
import { Rating } from '@/components/listing/rating'
import type { Outputs } from '@/components/trpc/client'
import { AnswerCard } from '@/components/ui/card'
import { ChevronIcon } from '@/components/ui/icons'
import { type ListingHosts, reviewUrl } from '@/server/listings/listing'
import type { Search } from './use-search'

type Result = Outputs['listings']['search']['results'][number]

type SearchRequest = Search['request']

interface SearchResultsProps {
  results: readonly Result[]
  source: Outputs['status']['source']
  request: SearchRequest
  /** The hosts that the links of listings lead to. */
  hosts: ListingHosts
}

/** The results to compare, best match first; one is open at a time. Arrow keys move between them. */
export function SearchResults({ results, source, request, hosts }: SearchResultsProps) {
  return (
    <AnswerCard>
      <h2 tabIndex={-1} className="text-title font-semibold outline-none">
        {results.length} {results.length === 1 ? 'listing' : 'listings'}
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">Best match first. Each CID was checked against its place id.</p>
      <ol onKeyDown={moveWithArrows}>
        {results.map((result) => (
          <li key={result.place_id} className="border-t border-rule">
            <Candidate result={{ ...result, review_url: reviewUrl(result.place_id, hosts) }} request={request} />
          </li>
        ))}
      </ol>
      {source === 'places' && (
        <p className="border-t border-rule pt-3 text-sm text-soft">
          Names and ratings from <span translate="no">Google Maps</span>
        </p>
      )}
    </AnswerCard>
  )
}

interface CandidateProps {
  result: Result & { review_url: string }
  request: SearchRequest
}

function Candidate({ result, request: { name, country } }: CandidateProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details name="results" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)} className="group">
      <summary className="-mx-2 flex list-none items-start gap-3 rounded-md px-2 py-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold [overflow-wrap:anywhere]" dir="auto">
            {result.title}
          </span>
          {result.address && (
            <span className="mt-0.5 block text-sm text-soft" dir="auto">
              {result.address}
            </span>
          )}
          <span className="mt-1 block">
            <Rating rating={result.rating} reviewsCount={result.reviews_count} small />
          </span>
        </span>
        <span className="mt-1 text-soft transition-transform duration-150 group-open:rotate-180">
          <ChevronIcon />
        </span>
      </summary>
      <div className="pt-1 pb-5">
        <ListingDetails listing={result}>
          {opened && (
            <LazyListingTools
              listing={result}
              request={{ path: '/api/search', body: { name, ...(country && { country }) } }}
            />
          )}
        </ListingDetails>
      </div>
    </details>
  )
}

function moveWithArrows(event: KeyboardEvent<HTMLOListElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || event.target.tagName !== 'SUMMARY') return
  const summaries = [...event.currentTarget.querySelectorAll('summary')]
  const next = summaries[summaries.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
