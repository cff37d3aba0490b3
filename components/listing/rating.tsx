import { useId } from 'react'
import { formatNumber } from '@/components/format/number'

const star = 'm10 1.8 2.5 5.2 5.7.8-4.1 4 1 5.7L10 14.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z'

interface RatingProps {
  /** With one decimal; null if there is none. */
  rating: string | null
  /** Null if it is not known. */
  reviewsCount: number | null
  /** For lists. */
  small?: boolean
}

/** The rating as a figure and as stars, with the number of reviews. */
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

/** Five stars, filled as far as the rating goes. */
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
