import { Fragment } from 'react'
import { classNames } from '@/components/ui/class-names'
import { bytesAttribute, cellBytes, type Piece } from './identifier-bytes'

interface IdentifierTextProps {
  pieces: readonly Piece[]
  /** Whether text that is not highlighted has the colour of its number. */
  tinted?: boolean
  /** Whether pointing at a piece highlights its bytes everywhere. */
  points?: boolean
}

/** An identifier whose bytes `app/bytes.css` can highlight. The gaps are margins, so that selecting it copies the exact text. */
export function IdentifierText({ pieces, tinted = false, points = false }: IdentifierTextProps) {
  return (
    <span translate="no" className="font-mono">
      {keyed(pieces).map(({ text, bytes, gap, gapAfter, key }) => (
        <Fragment key={key}>
          {gap && <wbr />}
          <span
            data-bytes={bytesAttribute(bytes)}
            data-points={points ? bytesAttribute(bytes) : undefined}
            className={classNames(gapAfter && 'me-[0.3em]', tinted && tintOf(bytes)) || undefined}
          >
            {text}
          </span>
        </Fragment>
      ))}
    </span>
  )
}

function tintOf(bytes: Piece['bytes']): string {
  if (bytes.length === 0) return 'text-soft'
  return cellBytes.some((byte) => bytes.includes(byte)) ? 'text-cell' : 'text-cid'
}

/** Adds a key to each piece. Texts repeat (`8`, `8`), so the key is the offset in the identifier. */
function keyed(pieces: readonly Piece[]) {
  let at = 0
  return pieces.map((piece, index) => {
    const key = at
    at += piece.text.length
    // The gap is a margin of the piece before, so that a line never begins with one.
    return { ...piece, key, gapAfter: pieces[index + 1]?.gap }
  })
}
