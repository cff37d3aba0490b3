import { type ReactNode, useId } from 'react'
import { formatNumber } from '@/components/format/number'
import { isSameLanguage, languageName } from '@/components/language/languages'
import type { Outputs } from '@/components/trpc/client'
import { AnswerCard } from '@/components/ui/card'
import { statusWords } from '@/server/features/listings/business-status'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { ListingDetails } from './listing-details'
import { type ListingView, listingName } from './listing-rows'

interface ListingCardProps {
  listing: ListingView
  source: Outputs['status']['source']
  /** The requested level of detail. */
  details?: DetailLevel
  /** The language that was chosen for the name; empty if none. */
  language?: string
  /** Whether the card only shows what a result looks like, before the first lookup. */
  isExample?: boolean
  /** Where the identifiers come from, if not from a lookup. */
  note?: string | null
  /** Whether the review link comes first, followed by the actions, which begin with its QR code. */
  reviewFirst?: boolean
  /** The actions on the listing. */
  children?: ReactNode
}

export function ListingCard({
  listing,
  source,
  details = 'full',
  language = '',
  isExample = false,
  note = null,
  reviewFirst = false,
  children,
}: ListingCardProps) {
  const { title, title_language = null, address, business_status, rating, reviews_count, listing_status } = listing
  const name = listingName(listing)
  const isUnknown = rating === null && reviews_count === null
  const isMissing =
    source === 'sample' && (details === 'full' ? isUnknown : details === 'checked' && listing_status === 'unchecked')
  return (
    <AnswerCard aria-label={isExample ? 'Example result' : undefined}>
      <header className="flex items-start justify-between gap-4 pb-5">
        <div className="min-w-0">
          <h2
            tabIndex={isExample ? undefined : -1}
            className="text-title font-semibold text-balance outline-none [overflow-wrap:anywhere]"
            dir="auto"
            lang={title_language ?? undefined}
          >
            {title ?? 'Name unknown'}
          </h2>
          {language !== '' && title_language !== null && !isSameLanguage(language, title_language) && (
            <p className="mt-1 text-sm text-soft">
              No name in {languageName(language)} found. This one is in {languageName(title_language)}.
            </p>
          )}
          {title && !name && <p className="mt-1 text-sm text-soft">From the link. May include the address.</p>}
          {address && (
            <p className="mt-1 text-sm text-soft" dir="auto">
              {address}
            </p>
          )}
          <div className="mt-2">
            {isMissing ? (
              <NotInSample named={details === 'full' && Boolean(title)} />
            ) : (
              details === 'full' && <Rating rating={rating ?? null} reviewsCount={reviews_count ?? null} />
            )}
          </div>
          <p className="mt-2 text-sm font-medium text-limit empty:hidden">{statusWords(business_status)}</p>
          <ListingStatus listing={listing} details={details} source={source} note={note} />
        </div>
        {isExample && <Stamp>Example</Stamp>}
      </header>
      <ListingDetails listing={listing} reviewFirst={reviewFirst}>
        {children}
      </ListingDetails>
      {source === 'places' && details === 'full' && (
        <p className="mt-4 text-sm text-soft">
          Name and rating from <span translate="no">Google Maps</span>
        </p>
      )}
    </AnswerCard>
  )
}

const NotInSample = ({ named }: { named: boolean }) => (
  <p className="max-w-[28rem] text-sm text-soft">
    {named ? 'The sample data has no rating for this listing.' : 'This listing isn’t in the sample data.'} Its
    identifiers are still exact: they come from the text itself.
  </p>
)

/** A rubber stamp in the corner of a card. */
function Stamp({ children }: { children: ReactNode }) {
  return (
    <span className="-rotate-3 rounded-sm border-2 border-edge px-2 py-0.5 text-xs font-semibold tracking-widest text-soft uppercase">
      {children}
    </span>
  )
}

interface ListingStatusProps {
  listing: ListingView
  details: DetailLevel
  source: Outputs['status']['source']
  /** Where the identifiers come from; null if the level of detail already says so. */
  note: string | null
}

/** Shows how reliable the identifiers are, unless the rating already does. */
function ListingStatus({ listing: { listing_status, moved_from }, details, source, note }: ListingStatusProps) {
  if (listing_status === 'moved' && moved_from) {
    const { cid, place_id } = moved_from
    return (
      <p className="mt-2 rounded-md bg-limit-wash px-3 py-2 text-sm [overflow-wrap:anywhere]">
        <span className="font-medium text-limit">Moved.</span> These are its current identifiers.{' '}
        {place_id === null ? 'CID' : 'Place id'} <span className="font-mono text-[0.8125rem]">{place_id ?? cid}</span>{' '}
        is out of date.
      </p>
    )
  }
  if (note) return <Note>{note}</Note>
  if (details === 'none') return <Note>Not checked. The identifiers come from the text itself.</Note>
  if (details === 'checked' && listing_status === 'listed')
    return (
      <Note>{source === 'places' ? 'Google Maps' : 'The sample data'} has this listing under these identifiers.</Note>
    )
  return null
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="mt-2 max-w-[28rem] text-sm text-soft">{children}</p>
)

const star = 'm10 1.8 2.5 5.2 5.7.8-4.1 4 1 5.7L10 14.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z'

interface RatingProps {
  /** With one decimal; null if there is none. */
  rating: string | null
  /** Null if unknown. */
  reviewsCount: number | null
  /** For lists. */
  small?: boolean
}

/** The rating as a number and as stars, with the number of reviews. */
export function Rating({ rating, reviewsCount, small = false }: RatingProps) {
  if (rating === null)
    return <span className="block text-sm text-soft">{reviewsCount === 0 ? 'No reviews yet' : 'Rating unknown'}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className={`font-semibold ${small ? 'text-sm' : 'text-title'}`}>
        {rating}
        <span className="sr-only"> out of 5 stars</span>
      </span>
      <Stars rating={Number(rating)} small={small} />
      <span className="text-sm text-soft">
        {reviewsCount === null
          ? 'review count unknown'
          : `${formatNumber(reviewsCount)} ${reviewsCount === 1 ? 'review' : 'reviews'}`}
      </span>
    </span>
  )
}

/** Five stars, filled up to the rating. */
function Stars({ rating, small }: { rating: number; small: boolean }) {
  const inked = useId()
  const row = Array.from({ length: 5 }, (_, index) => index * 20)
  return (
    <svg viewBox="0 0 100 20" aria-hidden="true" focusable="false" className={small ? 'h-4' : 'h-5'}>
      <clipPath id={inked}>
        <rect width={rating * 20} height="20" />
      </clipPath>
      <g className="fill-none stroke-edge">
        {row.map((x) => (
          <path key={x} d={star} transform={`translate(${x})`} />
        ))}
      </g>
      <g className="fill-ink stroke-ink" clipPath={`url(#${inked})`}>
        {row.map((x) => (
          <path key={x} d={star} transform={`translate(${x})`} />
        ))}
      </g>
    </svg>
  )
}
