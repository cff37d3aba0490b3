import { modulePixels, type QrCode } from './qr-code'

/** Wide enough for print: 8.7 cm at 300 dots an inch. */
const leastWidth = 1024

/**
 * Draws a QR code as a PNG of at least 1024 pixels a side.
 * @throws Error if the browser has no canvas to draw on.
 */
export function qrPng(code: QrCode): Promise<Blob> {
  const pixels = modulePixels(code, leastWidth)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = code.size * pixels
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('no canvas'))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  context.scale(pixels, pixels)
  context.fill(new Path2D(code.path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
