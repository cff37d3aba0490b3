import { encode } from 'uqr'

/** A QR code as squares: a path over a field of `size` units, the quiet zone included. */
export interface QrCode {
  size: number
  /** SVG path data, one unit a module. */
  path: string
  /** Row by row; true is dark. */
  modules: readonly (readonly boolean[])[]
}

/** Modules of light around it that ISO/IEC 18004 asks for. */
const quietZone = 4

/** Draws a text as a QR code of medium error correction, which stands print and a crease. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  return { size, modules: data, path: data.map(rowPath).join('') }
}

/** Dark modules that touch are one stretch, so that no printer leaves a hairline between them. */
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

/** The code as a file of its own, at any size sharp. */
export function qrSvg({ size, path }: QrCode): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  )
}

/** How many pixels a module has so that the picture is at least so wide, each module whole. */
export function modulePixels({ size }: QrCode, leastWidth: number): number {
  return Math.ceil(leastWidth / size)
}
