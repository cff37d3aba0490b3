import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Bookmarklet } from '@/components/docs/bookmarklet'
import { Code, Section } from '@/components/docs/prose'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Share and bookmarklet' }

export default function Share() {
  const { APP_URL } = env()
  return (
    <Article path="/docs/share">
      <Section id="android" title="Share on Android">
        <ol className="points">
          <li>
            Open <Code>{APP_URL}</Code> in Chrome, and in its menu choose Add to Home screen, then Install.
          </li>
          <li>In Google Maps, open a place, tap Share, and choose Pinref. The answer opens.</li>
        </ol>
        <p>
          Other apps and browsers can share to it too. It takes a text, a link, or both, and finds the listing in it. If
          there is neither, it says so.
        </p>
      </Section>

      <Section id="iphone" title="Share on an iPhone">
        <p>An iPhone shares to web apps only through a shortcut. Make it once, in the app Shortcuts:</p>
        <ol className="points">
          <li>Make a new shortcut, and turn on Show in Share Sheet, for URLs and text.</li>
          <li>Add the action URL Encode, of the shortcut’s input.</li>
          <li>
            Add the action Open URLs with <Code>{`${APP_URL}/share?text=`}</Code>, followed by the encoded text.
          </li>
        </ol>
      </Section>

      <Section id="bookmarklet" title="Bookmarklet">
        <p>
          On a computer, drag this to your bookmarks bar. On a Google Maps page, click it: Pinref opens in a new tab,
          and shows the identifiers that are in the address.
        </p>
        <Bookmarklet base={APP_URL} />
        <p>
          Name and rating are one more click. Any page could open Pinref like that, so it asks before it uses one of
          your lookups.
        </p>
      </Section>

      <Section id="offline" title="Without a connection">
        <p>
          Pinref opens offline too, in the browser and as an app: it still reads identifiers from links and converts
          CIDs, on your device. Names, ratings and short links wait until you’re back online. Your browser keeps one
          page for that, and none of your answers. If the connection is lost while you use Pinref, or a lookup fails,
          the identifiers in the link are shown anyway.
        </p>
      </Section>

      <Section id="count" title="What counts">
        <p>
          What you share is looked up at once, and counts as one lookup: a visitor’s, or your account’s if you’re{' '}
          <SiteLink href="/sign-in">signed in</SiteLink>. A link on another site never uses one of your lookups: it
          shows what the text says, and asks.
        </p>
      </Section>
    </Article>
  )
}
