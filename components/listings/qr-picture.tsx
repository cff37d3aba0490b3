import { encode } from 'uqr'
import { classNames } from '@/components/ui/class-names'

/** A QR code, dark on light in both themes, because not every scanner reads inverted codes. */
export const QrPicture = ({ code, label, className }: { code: QrCode; label: string; className?: string }) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${code.size} ${code.size}`}
    shapeRendering="crispEdges"
    className={classNames('w-44 shrink-0 rounded-md border border-rule', className)}
  >
    <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
    <path fill="#000" d={code.path} />
  </svg>
)

/** A QR code. `size` is its width in modules, with the quiet zone. */
export interface QrCode {
  size: number
  /** SVG path data, one unit per module. */
  path: string
  /** Row by row; true is dark. */
  modules: readonly (readonly boolean[])[]
}

/** The margin that ISO/IEC 18004 requires, in modules. */
const quietZone = 4

/** Encodes a string with medium error correction, enough for print. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  return { size, modules: data, path: data.map(rowPath).join('') }
}

/** Draws adjacent dark modules as one rectangle, so that no hairlines are printed between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x++
    const length = x - from + 1
    path += `M${from} ${y}h${length}v1h-${length}z`
  }
  return path
}

export function qrSvg({ size, path }: QrCode): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  )
}

/** Returns the fewest whole pixels per module that make the picture at least `leastWidth` wide. */
export function modulePixels({ size }: QrCode, leastWidth: number): number {
  return Math.ceil(leastWidth / size)
}
