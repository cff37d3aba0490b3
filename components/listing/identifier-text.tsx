import { Fragment } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type Byte, cellBytes, type Piece } from './identifier-bytes'

interface IdentifierTextProps {
  pieces: readonly Piece[]
  lit: readonly Byte[]
  /** The colour of text that is not lit: that of its number, or plain ink. */
  tinted?: boolean
  onPoint?: (bytes: readonly Byte[]) => void
}

/** An identifier whose bytes light up. Selected by hand, it is copied as it is: there is nothing between its pieces. */
export function IdentifierText({ pieces, lit, tinted = false, onPoint }: IdentifierTextProps) {
  return (
    <span translate="no" className="font-mono">
      {keyed(pieces).map(({ text, bytes, gap, gapAfter, key }) => {
        const inCell = cellBytes.some((byte) => bytes.includes(byte))
        const isLit = bytes.some((byte) => lit.includes(byte))
        return (
          <Fragment key={key}>
            {gap && <wbr />}
            <span
              data-lit={isLit || undefined}
              onPointerEnter={onPoint && bytes.length > 0 ? () => onPoint(bytes) : undefined}
              className={classNames(
                'box-decoration-clone py-0.5 transition-colors duration-100',
                gapAfter && 'me-[0.3em]',
                isLit && (inCell ? 'bg-cell text-sheet' : 'bg-cid text-sheet'),
                !isLit && bytes.length === 0 && tinted && 'text-soft',
                !isLit && bytes.length > 0 && tinted && (inCell ? 'text-cell' : 'text-cid'),
              )}
            >
              {text}
            </span>
          </Fragment>
        )
      })}
    </span>
  )
}

/** Pieces repeat (`8`, `8`); where each begins in the text is its own. */
function keyed(pieces: readonly Piece[]) {
  let at = 0
  return pieces.map((piece, index) => {
    const key = at
    at += piece.text.length
    // Drawn on the piece before it, so that a line never begins with a gap.
    return { ...piece, key, gapAfter: pieces[index + 1]?.gap }
  })
}
