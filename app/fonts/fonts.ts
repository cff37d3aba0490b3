import localFont from 'next/font/local'

/* Geist, subset by `npm run task fonts`. A font loads with the page that needs it. Before that, a system font is shown. */

export const sans = localFont({ src: './geist-sans.woff2', variable: '--font-geist-sans', weight: '400 600' })

export const mono = localFont({
  src: './geist-mono.woff2',
  variable: '--font-geist-mono',
  weight: '400 600',
  // Next would derive the fallback from Arial, which cannot replace a monospaced font.
  adjustFontFallback: false,
})
