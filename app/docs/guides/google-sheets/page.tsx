import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { MenuPicture, SheetPicture } from '@/components/docs/sheet-pictures'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Google Sheets' }

export default function GoogleSheets() {
  return (
    <Article path="/docs/guides/google-sheets">
      <Section id="functions" title="What you get">
        <SheetPicture />
        <ul className="points">
          <li>
            <Code>=PINREF_CID(A2)</Code> returns the listing’s CID as text, with all its digits.
          </li>
          <li>
            <Code>=PINREF_RATING(A2)</Code> returns the listing’s rating as a number.
          </li>
          <li>
            <Code>=PINREF(A2, &quot;review_url&quot;)</Code> returns any{' '}
            <SiteLink href="/docs/reference/resolve#response">field</SiteLink>, such as <Code>place_id</Code>,{' '}
            <Code>title</Code>, or <Code>reviews_count</Code>.
          </li>
          <li>
            <Code>=PINREF_STATE(A2, &quot;watch_…&quot;)</Code> returns the state of the listing in one of your{' '}
            <SiteLink href="/docs/watchlists">watchlists</SiteLink>.
          </li>
        </ul>
        <p>
          Cells can contain links, place ids, and CIDs. Each function also accepts a whole column:{' '}
          <Code>=PINREF_CID(A2:A500)</Code> is far faster than 499 formulas. Up to 300 different links are looked up
          directly. Longer columns run in the background as <SiteLink href="/docs/batches">batches</SiteLink>.
        </p>
        <p>
          For place ids, CIDs, and most full links, the script reads the CID, the hexadecimal CID, and the map link
          without a key or a call.
        </p>
      </Section>

      <Section id="install" title="Add it to your sheet">
        <p>1. In the sheet, choose Extensions, then Apps Script.</p>
        <MenuPicture
          label="The Extensions menu in a sheet, with the Apps Script item."
          menu="Extensions"
          entry="Apps Script"
        />
        <p>2. Replace the existing code with this script, and save the project.</p>
        <Samples id="sheets" isTall />
        <p>
          3. Reload the sheet. In the new Pinref menu, choose Set API key…, allow the script to run, and paste{' '}
          <SiteLink href="/docs/authentication">your key</SiteLink>. The key is stored with the script, where anyone who
          can edit the sheet can read it, so create a{' '}
          <SiteLink href="/docs/authentication#limits">separate key with its own limit</SiteLink>.
        </p>
        <MenuPicture
          label="The Pinref menu in a sheet, with the Set API key item."
          menu="Pinref"
          entry="Set API key…"
        />
      </Section>

      <Section id="watch" title="Show the state of watched listings">
        <p>
          Put your links, CIDs, or <SiteLink href="/docs/watchlists#start">references</SiteLink> in column A, and enter{' '}
          <Code>=PINREF_STATE(A2:A500, &quot;watch_…&quot;)</Code> in B2, with the id of your watchlist. Column B then
          shows whether each listing is listed, moved, gone, unchecked, or unreadable. To highlight listings that need
          attention, choose Format, then Conditional formatting, and color cells that contain “moved” or “gone”.
        </p>
        <p>
          The formula never counts as a call. States are stored for ten minutes. Use references for short links, because
          the sheet can’t follow them.
        </p>
      </Section>

      <Section id="count" title="What counts">
        <ul className="points">
          <li>
            Each link counts at most once every six hours, no matter how many cells use it or how often the sheet
            recalculates.
          </li>
          <li>
            A rating, title, or address requires a full lookup. Fill a column with one of these first, so that other
            columns can use its results.
          </li>
          <li>Once a column is filled, copy it and paste it as values only, so that it never counts again.</li>
        </ul>
      </Section>

      <Section id="errors" title="Troubleshooting">
        <ul className="points">
          <li>If a link can’t be read, its cell shows the reason. Empty cells return empty results.</li>
          <li>
            A CID in a cell formatted as a number has lost its last digits, so it is never looked up. Format the column
            as plain text before you paste.
          </li>
          <li>
            Sheets stops a function after 30 seconds. If a long column isn’t filled by then, the batch keeps running,
            and the cells show its progress. Enter the formula again a minute later to fill in the rest.
          </li>
        </ul>
      </Section>

      <Section id="import" title="Or import a file">
        <p>
          For thousands of rows, download the sheet as CSV, look it up on the <SiteLink href="/bulk">Bulk</SiteLink>{' '}
          page, and import the results (File → Import). CIDs in that file keep all their digits.
        </p>
      </Section>
    </Article>
  )
}
