import { PendingCard } from '@/components/listing/pending-card'
import type { Outputs } from '@/components/trpc/client'
import { Answer, type AnswerProps } from './answer'
import { EmptyCard } from './empty-card'
import { SearchResults } from './search-results'

interface SearchAnswerProps extends AnswerProps<Outputs['listings']['search']> {
  source: 'sample' | 'places'
  /** How many listings the sample has. */
  sampleCount: number
  /** What was searched for. */
  query: { name: string; country?: string | undefined }
  /** The review link of a place id, with `{place_id}` in its place. */
  reviewUrl: string
}

export function SearchAnswer({ source, sampleCount, query, reviewUrl, ...props }: SearchAnswerProps) {
  return (
    <Answer
      {...props}
      empty={
        <EmptyCard
          title="Listings of that name"
          detail="Up to 20, best match first. Each comes with every identifier, checked against each other."
          fields={['Name and address', 'Rating and reviews', 'CID, decimal and hexadecimal', 'Place id', 'Maps link']}
        />
      }
      pending={<PendingCard />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <SearchResults results={results} source={source} query={query} reviewUrl={reviewUrl} />
        ) : (
          <EmptyCard
            title="No listing has that name"
            detail={`Try fewer words, or another country.${source === 'sample' ? ` The sample has only ${sampleCount} listings.` : ''}`}
          />
        )
      }
    </Answer>
  )
}
