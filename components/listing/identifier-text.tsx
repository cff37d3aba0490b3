import { Fragment } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type Byte, cellBytes, type Piece } from './identifier-bytes'

interface IdentifierTextProps {
  pieces: readonly Piece[]
  lit: readonly Byte[]
  /** Whether text that is not highlighted has the colour of its number. */
  tinted?: boolean
  onPoint?: (bytes: readonly Byte[]) => void
}

/** An identifier whose bytes can be highlighted. The gaps are margins, so that selecting it copies the exact text. */
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
