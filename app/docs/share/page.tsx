import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Bookmarklet } from '@/components/docs/bookmarklet'
import { Code, Section } from '@/components/docs/prose'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Share and bookmarklet' }

export default function Share() {
  const { APP_URL } = env()
  return (
    <Article path="/docs/share">
      <Section id="android" title="Share on Android">
        <ol className="points">
          <li>
            In Chrome, open <Code>{APP_URL}</Code>, choose Add to Home screen from the menu, then Install.
          </li>
          <li>In Google Maps, open a place, tap Share, and choose Pinref. The listing opens.</li>
        </ol>
        <p>Other apps and browsers can also share text, a link, or both to Pinref.</p>
      </Section>

      <Section id="iphone" title="Share on an iPhone">
        <p>An iPhone can share to a web app only through a shortcut. In the Shortcuts app:</p>
        <ol className="points">
          <li>Create a shortcut, and turn on Show in Share Sheet, for URLs and text.</li>
          <li>Add the URL Encode action and give it the shortcut’s input.</li>
          <li>
            Add the Open URLs action with <Code>{`${APP_URL}/share?text=`}</Code>, followed by the encoded text.
          </li>
        </ol>
      </Section>

      <Section id="bookmarklet" title="Bookmarklet">
        <p>
          On a computer, drag this button to your bookmarks bar. Click the bookmark on a Google Maps page to open its
          identifiers in a new tab.
        </p>
        <Bookmarklet base={APP_URL} />
        <p>To get the name and rating, click once more.</p>
      </Section>

      <Section id="offline" title="Offline">
        <p>
          Offline, Pinref still reads identifiers from links and converts CIDs on your device. Names, ratings, and short
          links need a connection. Your browser stores one page, but no results. If a lookup fails, you still see the
          identifiers in the link.
        </p>
      </Section>

      <Section id="count" title="What counts">
        <p>
          A shared listing is looked up immediately and counts as one lookup against a visitor’s quota, or your
          account’s if you’re <SiteLink href="/sign-in">signed in</SiteLink>. A link on another site never uses a lookup
          automatically: Pinref shows the identifiers in the link, and asks before it looks up more.
        </p>
      </Section>
    </Article>
  )
}
