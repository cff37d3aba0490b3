import { type Piece, readIdentifierBytes } from '@/components/listings/identifier-bytes'
import type { Listing } from '@/server/features/listings/shapes'
import { ink, isDrawable, Sheet } from './sheet'

type Named = Pick<Listing, 'title' | 'cid' | 'hex_cid' | 'place_id'>

/** In characters. */
const longestTitle = 60

/** A listing's card, with only what its link contains. */
export function ListingPicture({ host, listing }: { host: string; listing: Named }) {
  const { cid, hex_cid, place_id } = listing
  const bytes = readIdentifierBytes(cid, hex_cid, place_id)
  const rows: Array<[name: string, pieces: readonly Piece[] | null]> = [
    ['CID', bytes.cid],
    ['Place id', bytes.placeId],
    ['Feature id', bytes.featureId],
    ['Hex CID', bytes.featureId ? null : bytes.hexCid],
  ]
  return (
    <Sheet host={host}>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          padding: '36px 44px 20px',
          background: ink.sheet,
          border: `2px solid ${ink.rule}`,
          borderRadius: 16,
        }}
      >
        <div style={{ display: 'flex', paddingBottom: 22, fontSize: 56, fontWeight: 600, letterSpacing: '-0.03em' }}>
          {titleOf(listing)}
        </div>
        {rows.map(
          ([name, pieces]) =>
            pieces && (
              <div
                key={name}
                style={{ display: 'flex', alignItems: 'center', borderTop: `2px solid ${ink.rule}`, padding: '16px 0' }}
              >
                <div style={{ display: 'flex', width: 190, fontSize: 28, color: ink.soft }}>{name}</div>
                <Identifier pieces={pieces} />
              </div>
            ),
        )}
      </div>
    </Sheet>
  )
}

const Identifier = ({ pieces }: { pieces: readonly Piece[] }) => (
  <div style={{ display: 'flex', fontFamily: 'Geist Mono', fontSize: 31, fontWeight: 500 }}>
    {pieces.map(({ text, bytes, gap }, at) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
        key={at}
        style={{ marginLeft: gap ? 9 : 0, color: colorOf(bytes) }}
      >
        {text}
      </span>
    ))}
  </div>
)

/** Returns the cell's blue or the CID's purple; text that is the same in every identifier is soft. */
function colorOf([first]: Piece['bytes']): string {
  if (first === undefined) return ink.soft
  return first < 8 ? ink.cell : ink.cid
}

/** Returns the name in the link, if it can be drawn. */
function titleOf({ title }: Named): string {
  if (title === null || !isDrawable(title)) return 'A listing on Google Maps'
  return title.length > longestTitle ? `${title.slice(0, longestTitle).trimEnd()}…` : title
}
