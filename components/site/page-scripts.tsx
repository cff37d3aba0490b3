import { headers } from 'next/headers'

/**
 * The render-blocking script that sets the chosen theme, and the tags that it changes. It also starts the service worker,
 * which lets the page open offline, marks a Mac keyboard on `<html>`, and gives Radix dialogs the page's nonce: they lock
 * scrolling with an injected style sheet, which our Content-Security-Policy only allows with the nonce, and look for it as
 * `__webpack_nonce__`. The tags for the bars' colors are our own, because Next would rewrite its own whenever a page is
 * opened.
 */
export async function PageScript() {
  return (
    <>
      <script src="/page.js" nonce={await pageNonce()} />
      {Object.entries(bars).map(([scheme, color]) => (
        <meta key={scheme} name="theme-color" media={`(prefers-color-scheme: ${scheme})`} content={color} />
      ))}
    </>
  )
}

/** The colors of the browser's bars by color scheme: those of `--paper` in `app/theme.css`. */
export const bars = { light: '#f4eee1', dark: '#0b1310' } as const

/**
 * Returns the nonce that the page's policy requires on scripts, read from the same header that Next uses: see
 * `proxy.ts`.
 */
const pageNonce = async (): Promise<string | undefined> =>
  /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1]
