'use client'

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { LanguageChoice } from '@/components/language/language-choice'
import { LazyListingTools } from '@/components/listings/lazy-listing-tools'
import { Rating } from '@/components/listings/listing-card'
import { ListingDetails } from '@/components/listings/listing-details'
import { PendingCard } from '@/components/listings/pending-card'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import type { Outputs } from '@/components/trpc/client'
import { AnswerCard } from '@/components/ui/card'
import { Select, TextField } from '@/components/ui/field'
import { ChevronIcon } from '@/components/ui/icons'
import { statusWords } from '@/server/features/listings/business-status'
import { countries } from '@/server/features/listings/country'
import { isForResolve } from '@/server/places/links/bare-identifiers'
import { Answer, EmptyCard } from './answer'
import { BoxLabel, boxKeys, FormFoot } from './form-parts'
import type { Watch } from './lookup-answer'
import { hideKeyboard } from './screen'
import type { Search } from './use-search'

interface SearchFormProps {
  search: Search
  /** How many lookups are left. */
  left: LookupsLeft | null
  /** Looks up a link or an identifier, which a search would reject. */
  onLookUp: (text: string) => void
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Every country, sorted by name. */
const namedCountries = countries
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** Finds a listing by its name, for a user who has no link. */
export function SearchForm({
  search: { name, setName, city, setCity, country, setCountry, call, faultId, search },
  left,
  onLookUp,
}: SearchFormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (call.isPending || name.trim() === '') return
    hideKeyboard()
    if (isForResolve(name)) onLookUp(name)
    else search({ name, city, country })
  }
  return (
    <form onSubmit={submit} className="grid gap-4 p-4 sm:p-5">
      <TextField
        id={`${id}-name`}
        label={<BoxLabel>Business name</BoxLabel>}
        placeholder="Space Needle"
        value={name}
        required
        enterKeyHint="search"
        data-box
        aria-describedby={faultId}
        aria-invalid={faultId ? true : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setName(''))}
      />
      <TextField
        id={`${id}-city`}
        label="City or area (optional)"
        placeholder="Seattle"
        value={city}
        enterKeyHint="search"
        onChange={(event) => setCity(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setCity(''))}
      />
      <Select
        id={`${id}-country`}
        label="Country"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
      >
        <option value="">Anywhere</option>
        {namedCountries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <LanguageChoice />
      <FormFoot left={left} busy={call.isPending} action="Search" busyLabel="Searching" />
    </form>
  )
}

interface SearchAnswerProps {
  search: Search
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  source: Outputs['status']['source']
  /** The number of listings in the sample. */
  sampleCount: number
  watch: Watch
  onChangeInput: () => void
}

export function SearchAnswer(props: SearchAnswerProps) {
  const { search, left, source, sampleCount, watch, onChangeInput } = props
  return (
    <Answer
      call={search.call}
      left={left}
      onRetry={search.retry}
      onChangeInput={onChangeInput}
      empty={
        <EmptyCard
          title="Matching listings"
          detail="Up to 20, best match first, each with all its identifiers."
          fields={['Name and address', 'Rating and reviews', 'CID, decimal and hexadecimal', 'Place id', 'Maps link']}
        />
      }
      pending={<PendingCard />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <SearchResults results={results} source={source} request={search.request} watch={watch} />
        ) : (
          <EmptyCard
            title="No listings found"
            detail={`${source === 'sample' ? `Only the ${sampleCount} sample listings were searched. ` : ''}Try fewer words or another country.`}
          />
        )
      }
    </Answer>
  )
}

type Result = Outputs['listings']['search']['results'][number]

type SearchRequest = Search['request']

interface SearchResultsProps {
  results: readonly Result[]
  source: Outputs['status']['source']
  request: SearchRequest
  watch: Watch
}

/** The results to compare, best match first; one is open at a time. Arrow keys move between them. */
function SearchResults({ results, source, request, watch }: SearchResultsProps) {
  const hasClosed = results.some(({ business_status }) => business_status === 'closed_permanently')
  return (
    <AnswerCard>
      <h2 tabIndex={-1} className="text-title font-semibold outline-none">
        {results.length} {results.length === 1 ? 'listing' : 'listings'}
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">
        Best match first{hasClosed && ', but permanently closed businesses last'}. Each CID was checked against its
        place id.
      </p>
      <ol onKeyDown={moveWithArrows}>
        {results.map((result) => (
          <li key={result.place_id} className="border-t border-rule">
            <Candidate result={result} request={request} watch={watch} />
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
  result: Result
  request: SearchRequest
  watch: Watch
}

function Candidate({ result, request, watch }: CandidateProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details name="results" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)} className="group">
      <summary className="-mx-2 flex list-none items-start gap-3 rounded-md px-2 py-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span
            className="block font-semibold [overflow-wrap:anywhere]"
            dir="auto"
            lang={result.title_language ?? undefined}
          >
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
          <span className="mt-1 block text-sm font-medium text-limit empty:hidden">
            {statusWords(result.business_status)}
          </span>
        </span>
        <span className="mt-1 text-soft transition-transform duration-150 group-open:rotate-180">
          <ChevronIcon />
        </span>
      </summary>
      <div className="pt-1 pb-5">
        <ListingDetails listing={result}>
          {opened && watch?.(result)}
          {opened && <LazyListingTools listing={result} request={{ path: '/api/search', body: request }} />}
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
