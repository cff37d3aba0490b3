import mono from '../../node_modules/geist/dist/fonts/geist-mono/GeistMono-Medium.ttf'
import regular from '../../node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf'
import bold from '../../node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf'

/** The fonts of the pages, for drawing pictures. They are bundled with the code, so nothing is loaded at run time. */
export const fonts = [
  { name: 'Geist', data: bufferOf(regular), weight: 400 as const },
  { name: 'Geist', data: bufferOf(bold), weight: 600 as const },
  { name: 'Geist Mono', data: bufferOf(mono), weight: 500 as const },
]

/** Whether the fonts have every character of a text. For other characters the drawing library would look on the network. */
export const isDrawable = (text: string): boolean => /^[ -~\u00a0-\u017f\u2013\u2014\u2018-\u201d\u2026]*$/.test(text)

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}
