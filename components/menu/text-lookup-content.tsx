import type { ReactNode } from 'react'
import { ListingCard } from '@/components/listings/listing-card'
import { PendingCard } from '@/components/listings/pending-card'
import { Answer } from '@/components/lookup/answer'
import { untilWords } from '@/components/problems/until'
import { leftWords } from '@/components/quota/lookups-left'
import { MoreLookupsLink } from '@/components/quota/plan-offer'
import type { Outputs } from '@/components/trpc/client'
import type { TextListing } from './use-text-lookup'

interface TextLookupContentProps {
  content: TextListing | string
  source: Outputs['status']['source']
  /** Focuses the box. */
  onEdit: () => void
}

/** The listing that the text in the menu's box identifies, or what is wrong with the text. */
export function TextLookupContent({ content, source, onEdit }: TextLookupContentProps) {
  if (typeof content === 'string') return <Line>{content}</Line>
  const { isShortLink, inText, call, left, lookUp, failure } = content
  return (
    <>
      {left?.remaining === 0 && call.status === 'idle' && (
        <Line>
          {isShortLink ? 'Following a share link' : 'Looking up its name and rating'} would use a lookup.{' '}
          {leftWords(left)}. Resets {untilWords(left.resetSeconds * 1000, Date.now())}. <MoreLookupsLink left={left} />
        </Line>
      )}
      <Answer
        call={call}
        left={left}
        onRetry={lookUp}
        onChangeInput={onEdit}
        empty={
          inText ? (
            <ListingCard
              listing={inText}
              source={source}
              details="none"
              note="Read from the text itself, without a lookup."
            />
          ) : (
            <Line>A share link doesn’t contain identifiers. Follow it to find its listing. That uses a lookup.</Line>
          )
        }
        pending={<PendingCard />}
        more={failure?.more ?? ''}
        fallback={failure?.fallback && <ListingCard {...failure.fallback} source={source} details="none" />}
      >
        {(listing) => <ListingCard listing={listing} source={source} />}
      </Answer>
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => <p className="px-2 py-1 text-sm text-soft">{children}</p>
