import { bars } from './bars'
import { pageNonce } from './page-nonce'

/**
 * The script that sets the chosen theme before the page is drawn, for which the page has to wait, and the tags that it changes.
 * The tags for the bars' colours are our own, because Next would write its own again whenever a page is opened.
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
