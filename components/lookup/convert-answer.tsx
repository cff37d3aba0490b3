import { ListingDetails } from '@/components/listing/listing-details'
import { PendingCard } from '@/components/listing/pending-card'
import type { Outputs } from '@/components/trpc/client'
import { AnswerCard } from '@/components/ui/card'
import { Answer, type AnswerProps } from './answer'
import { EmptyCard } from './empty-card'

export function ConvertAnswer(props: AnswerProps<Outputs['listings']['convert']>) {
  return (
    <Answer
      {...props}
      empty={
        <EmptyCard
          title="One number, both ways"
          detail="Arithmetic alone: nothing is asked of Google, and whether such a listing exists is not checked."
          fields={['CID, decimal', 'CID, hexadecimal', 'Maps link', 'hasMap, for schema.org']}
        />
      }
      pending={<PendingCard rows={4} />}
    >
      {({ cid_decimal, ...conversion }) => (
        <AnswerCard>
          <h2 className="mb-4 text-title font-semibold">One number, both ways</h2>
          <ListingDetails listing={{ cid: cid_decimal, ...conversion }} />
        </AnswerCard>
      )}
    </Answer>
  )
}
