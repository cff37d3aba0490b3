import { Fragment, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type Byte, bytesAttribute, cellBytes, cidBytes, type IdentifierBytes, type Piece } from './identifier-bytes'

/**
 * Shows that the identifiers are the same two numbers: a column for each number, a row for each spelling. Pointing at a byte
 * highlights it wherever it is spelled.
 */
export function IdentifierPicture({ bytes: { cell, placeId, hexCid, cid } }: { bytes: IdentifierBytes }) {
  const text = (pieces: readonly Piece[]) => <IdentifierText pieces={pieces} tinted points />
  const [inCell, between, inCid] = placeId ? splitPlaceId(placeId) : []
  return (
    <figure className="border-t border-ink pt-4">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="max-w-[25rem] text-sm text-soft">
          <strong className="block font-semibold text-ink">
            {cell ? 'Two numbers, four formats' : 'One number, two formats'}
          </strong>
          {cell
            ? 'A feature id shows both in hexadecimal. A place id packs both, last byte first. The CID alone identifies the listing.'
            : 'A CID is the second half of a feature id. It doesn’t contain the first half, the cell.'}
        </span>
      </figcaption>
      <table className="mt-3 w-full table-fixed border-collapse text-xs leading-5 sm:text-[0.8125rem] sm:leading-6">
        <thead>
          <tr className="text-left align-bottom">
            <td className="w-16 sm:w-28" />
            <Heading points={cell ? cellBytes : []} className={cell ? 'bg-cell-wash text-cell' : 'text-soft'}>
              Cell
            </Heading>
            <td className="w-5" />
            <Heading points={cidBytes} className="bg-cid-wash text-cid">
              CID
            </Heading>
          </tr>
        </thead>
        <tbody>
          <Spelling
            name="Feature id"
            cell={cell ? <td className={inCellColumn}>{text(cell)}</td> : <NotInCid />}
            between={cell && ':'}
            cid={text(hexCid)}
          />
          {inCell && between && inCid && (
            <Spelling
              name="Place id"
              cell={<td className={inCellColumn}>{text(inCell)}</td>}
              between={text(between)}
              cid={text(inCid)}
            />
          )}
          <Spelling name="Hex CID" cell={cell && <td className={inCellColumn} />} cid={text(hexCid)} />
          <Spelling name="CID" cell={cell && <td className={inCellColumn} />} cid={text(cid)} />
        </tbody>
      </table>
    </figure>
  )
}

interface HeadingProps {
  className: string
  points: readonly Byte[]
  children: ReactNode
}

function Heading({ className, points, children }: HeadingProps) {
  return (
    <th
      scope="col"
      data-points={bytesAttribute(points)}
      className={`rounded-t-sm px-2 pt-1.5 font-medium sm:px-3 ${className}`}
    >
      {children}
    </th>
  )
}

const inCellColumn = 'bg-cell-wash px-2 py-1 text-balance sm:px-3'

/** Fills the cell's column for a bare CID. */
const NotInCid = () => (
  <td rowSpan={3} className="hatched text-center align-middle">
    <span className="rounded-xs bg-sheet px-1.5 py-0.5 text-soft">unknown</span>
  </td>
)

interface SpellingProps {
  name: string
  /** The cell's column, if this row has one. */
  cell: ReactNode
  between?: ReactNode
  cid: ReactNode
}

function Spelling({ name, cell, between, cid }: SpellingProps) {
  return (
    <tr className="align-baseline">
      <th scope="row" className="py-1 pe-2 text-left font-medium">
        {name}
      </th>
      {cell}
      <td className="text-center font-mono text-soft">{between}</td>
      <td className="bg-cid-wash px-2 py-1 text-balance sm:px-3">{cid}</td>
    </tr>
  )
}

/** Splits a place id into `ChIJ` with the cell, the separator (the same in every place id), and the CID. */
function splitPlaceId(pieces: readonly Piece[]): [Piece[], Piece[], Piece[]] {
  const between = pieces.findIndex(({ bytes }, index) => index > 0 && bytes.length === 0)
  return [pieces.slice(0, between), pieces.slice(between, between + 1), pieces.slice(between + 1)]
}

interface IdentifierTextProps {
  pieces: readonly Piece[]
  /** Whether text that is not highlighted has the color of its number. */
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

/** Adds a key to each piece. Some repeat (`8`, `8`), so the key is the offset in the identifier. */
function keyed(pieces: readonly Piece[]) {
  let at = 0
  return pieces.map((piece, index) => {
    const key = at
    at += piece.text.length
    // The gap is a margin of the previous piece, so that a line never begins with one.
    return { ...piece, key, gapAfter: pieces[index + 1]?.gap }
  })
}
