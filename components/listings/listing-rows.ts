import type { Outputs } from '@/components/trpc/client'
import { allBytes, type Byte, cidBytes, type IdentifierBytes, type Piece } from './identifier-bytes'

type Listing = Omit<Outputs['listings']['resolve'], 'rate_limit'>

/** What a card can show: a result of resolve, search, or convert, or the identifiers in a problem. */
export type ListingView = Pick<Listing, 'cid' | 'hex_cid'> & Partial<Listing>

export interface Row {
  /** The name on the copy button. */
  name: string
  label: string
  hint: string
  /** Null if the value is unknown. */
  value: string | null
  /** Shown if the value is unknown. */
  unknown: string
  /** The bytes that the value encodes. */
  bytes: readonly Byte[]
  /** An identifier's text, in pieces. */
  pieces?: Piece[] | null
  /** Whether the value is a link to open. */
  opens?: boolean
}

/** Returns a card's rows, most copied first. Fields missing from the result get no row. */
export function listingRows(listing: ListingView, bytes: IdentifierBytes): Row[] {
  const { cid, hex_cid, place_id, feature_id, kg_id, maps_url, review_url } = listing
  const number = { bytes: cidBytes, unknown: '' }
  const both = { bytes: allBytes, unknown: 'Unknown. A bare CID doesn’t contain a place id.' }
  const rows: Array<Omit<Row, 'value'> & { value: string | null | undefined }> = [
    { ...number, name: 'CID', label: 'CID', hint: 'decimal', value: cid, pieces: bytes.cid },
    { ...both, name: 'place id', label: 'Place id', hint: 'for Google APIs', value: place_id, pieces: bytes.placeId },
    {
      ...both,
      name: 'review link',
      label: 'Review link',
      hint: 'opens the form',
      value: review_url,
      opens: true,
      unknown: 'Unknown without the place id.',
    },
    {
      ...number,
      name: 'maps link',
      label: 'Maps link',
      hint: 'hasMap in schema.org',
      value: maps_url,
      opens: true,
    },
    { ...number, name: 'hex CID', label: 'Hex CID', hint: 'the same number', value: hex_cid, pieces: bytes.hexCid },
    {
      ...both,
      name: 'feature id',
      label: 'Feature id',
      hint: 'cell : CID',
      value: feature_id,
      unknown: 'Unknown without the place id.',
      pieces: bytes.featureId,
    },
    {
      name: 'Knowledge Graph id',
      label: 'KG id',
      hint: 'Knowledge Graph',
      value: kg_id,
      bytes: [],
      unknown: 'Unknown. The link doesn’t contain it.',
    },
  ]
  return rows.flatMap(({ value, ...row }) => (value === undefined ? [] : [{ ...row, value }]))
}

/**
 * Returns the listing's name, or null if the title may be more than a name. If no source knows the listing, the title comes from
 * the link, and links from phones contain the name and the whole address: "Café Heinemann, Bismarckstraße 91, 41061 …".
 */
export function listingName({ title, rating, reviews_count }: Pick<ListingView, 'title' | 'rating' | 'reviews_count'>) {
  if (!title) return null
  const isFromLink = rating == null && reviews_count == null
  return isFromLink && /[,،，、]/.test(title) ? null : title
}

/**
 * Returns a file name without its extension: the letters and digits of the listing's title, or its CID if there are
 * none.
 */
export function fileStem({ title, cid }: { title?: string | null; cid: string }): string {
  const words = (title ?? '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)
  return words ? Array.from(words.join('-')).slice(0, 60).join('') : `cid-${cid}`
}
