import { ListingCard } from '@/components/listing/listing-card'
import type { ListingView } from '@/components/listing/listing-rows'
import { PendingCard } from '@/components/listing/pending-card'
import { isInputProblem } from '@/components/problem/problem'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Answer, type AnswerProps } from './answer'

interface LookupAnswerProps extends AnswerProps<Outputs['listings']['resolve']> {
  source: 'sample' | 'places'
  specimen: ListingView
  onSearchInstead: () => void
}

export function LookupAnswer({ source, specimen, onSearchInstead, ...props }: LookupAnswerProps) {
  return (
    <Answer
      {...props}
      empty={<ListingCard listing={specimen} source={source} specimen />}
      pending={<PendingCard />}
      otherWay={(problem) =>
        isInputProblem(problem) && <Button onClick={onSearchInstead}>Search by name instead</Button>
      }
    >
      {(listing) => <ListingCard listing={listing} source={source} />}
    </Answer>
  )
}
