import localFont from 'next/font/local'

/*
 * Geist, cut down by `npm run fonts`. A font comes with the page that needs it; until then the text is drawn in one that the
 * reader has.
 */

export const sans = localFont({ src: './geist-sans.woff2', variable: '--font-geist-sans', weight: '400 600' })

export const mono = localFont({
  src: './geist-mono.woff2',
  variable: '--font-geist-mono',
  weight: '400 600',
  // The fallback is made of Arial, which is no stand-in for a font whose letters are all as wide.
  adjustFontFallback: false,
})
