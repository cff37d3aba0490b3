import { ListingDetails } from '@/components/listing/listing-details'
import { PendingCard } from '@/components/listing/pending-card'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { AnswerCard } from '@/components/ui/card'
import { Answer } from './answer'
import { EmptyCard } from './empty-card'
import type { Convert } from './use-convert'

interface ConvertAnswerProps {
  convert: Convert
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  onChangeInput: () => void
}

export function ConvertAnswer({ convert, left, onChangeInput }: ConvertAnswerProps) {
  return (
    <Answer
      call={convert.call}
      left={left}
      onRetry={convert.retry}
      onChangeInput={onChangeInput}
      empty={
        <EmptyCard
          title="One number, both ways"
          detail="Pure arithmetic: it doesn’t check that the listing exists."
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
