import type { Outputs } from '@/components/trpc/client'
import type { DetailLevel } from '@/server/listings/resolve'
import type { ListingView } from './listing-rows'

interface ListingStatusProps {
  listing: ListingView
  details: DetailLevel
  source: Outputs['status']['source']
  /** Says where the identifiers come from; null if the level of detail does. */
  note: string | null
}

/** Says how reliable the identifiers are, if the rating does not show it already. */
export function ListingStatus({ listing: { status, moved_from }, details, source, note }: ListingStatusProps) {
  if (status === 'moved' && moved_from) {
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
  if (details === 'none') return <Note>Not checked: the identifiers come from the text itself.</Note>
  if (details === 'checked' && status === 'listed')
    return (
      <Note>{source === 'places' ? 'Google Maps' : 'The sample data'} has this listing under these identifiers.</Note>
    )
  return null
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="mt-2 max-w-[28rem] text-sm text-soft">{children}</p>
)
