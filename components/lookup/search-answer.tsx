import { PendingCard } from '@/components/listing/pending-card'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import type { Outputs } from '@/components/trpc/client'
import type { ListingHosts } from '@/server/listings/listing'
import { Answer } from './answer'
import { EmptyCard } from './empty-card'
import { SearchResults } from './search-results'
import type { Search } from './use-search'

interface SearchAnswerProps {
  search: Search
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  source: Outputs['status']['source']
  /** How many listings the sample has. */
  sampleCount: number
  /** The hosts that the links of listings lead to. */
  hosts: ListingHosts
  onChangeInput: () => void
}

export function SearchAnswer(props: SearchAnswerProps) {
  const { search, left, source, sampleCount, hosts, onChangeInput } = props
  return (
    <Answer
      call={search.call}
      left={left}
      onRetry={search.retry}
      onChangeInput={onChangeInput}
      empty={
        <EmptyCard
          title="Listings with that name"
          detail="Up to 20, best match first. Each comes with all its identifiers."
          fields={['Name and address', 'Rating and reviews', 'CID, decimal and hexadecimal', 'Place id', 'Maps link']}
        />
      }
      pending={<PendingCard />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <SearchResults results={results} source={source} request={search.request} hosts={hosts} />
        ) : (
          <EmptyCard
            title="No listing has that name"
            detail={`Try fewer words, or another country.${source === 'sample' ? ` The sample data has only ${sampleCount} listings.` : ''}`}
          />
        )
      }
    </Answer>
  )
}
