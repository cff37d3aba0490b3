import { bars } from './bars'
import { pageNonce } from './page-nonce'

/**
 * Sets the chosen theme before the page is drawn, which only a script can that the page waits for; and what it sets besides
 * styles. The bars' colours are tags of our own: Next would write its own anew whenever a page is opened.
 */
export async function ThemeScript() {
  return (
    <>
      <script src="/theme.js" nonce={await pageNonce()} />
      {Object.entries(bars).map(([scheme, colour]) => (
        <meta key={scheme} name="theme-color" media={`(prefers-color-scheme: ${scheme})`} content={colour} />
      ))}
    </>
  )
}
