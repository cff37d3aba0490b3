import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

/*
 * Subsets the fonts in the package `geist` into `app/fonts/*.woff2`: only the characters and weights that the pages
 * use, at a third of the size. Listing names in other scripts use the reader's own fonts.
 *
 *   npm run task fonts
 */

const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** Basic Latin, Latin-1, and Latin Extended-A, plus the punctuation and arrows that the pages use. */
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}–—‘’“”•…·×→←↑↓↗⌘⇧−≈≤≥€™`

const weights = { min: 400, max: 600 }

const require = createRequire(import.meta.url)
const fonts = join(dirname(require.resolve('geist/font/sans')), 'fonts')
for (const [name, source] of [
  ['geist-sans', 'geist-sans/Geist-Variable.woff2'],
  ['geist-mono', 'geist-mono/GeistMono-Variable.woff2'],
]) {
  const font = readFileSync(join(fonts, source))
  const subset = await subsetFont(font, characters, { targetFormat: 'woff2', variationAxes: { wght: weights } })
  writeFileSync(new URL(`../app/fonts/${name}.woff2`, import.meta.url), subset)
  process.stdout.write(`${name}: ${font.length.toLocaleString('en')} bytes to ${subset.length.toLocaleString('en')}\n`)
}
