import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { SiteLink } from '@/components/ui/site-link'
import {
  type LinkExample,
  linkExamples,
  refusedExamples,
  shortLinkExamples,
} from '@/server/entrances/rest/examples/links'
import { readReference } from '@/server/places/links/read-reference'
import { formWords, type ReferenceForm, shortLinkHosts } from '@/server/places/links/reference'
import { PinrefError } from '@/server/platform/problems/errors'

export const metadata: Metadata = { title: 'Supported links' }

const forms = Object.keys(formWords) as ReferenceForm[]
/** Returns the form's name as a heading. */
const nameOf = (form: ReferenceForm) => formWords[form].charAt(0).toUpperCase() + formWords[form].slice(1)
const isIdentifier = (form: ReferenceForm) => ['place_id', 'feature_id', 'cid'].includes(form)

export default function Links() {
  return (
    <Article path="/docs/links">
      <p>
        Pinref reads the identifiers in the link itself, so most links don’t require a request to Google. If a link
        contains several places, Pinref uses the listing’s own identifiers.
      </p>

      <Section id="links" title="Links to a listing">
        <dl>
          {forms
            .filter((form) => !isIdentifier(form))
            .map((form) => (
              <Form key={form} name={nameOf(form)} example={linkExamples[form]}>
                {contents(linkExamples[form].text)}
              </Form>
            ))}
        </dl>
      </Section>

      <Section id="identifiers" title="Identifiers on their own">
        <dl>
          {forms.filter(isIdentifier).map((form) => (
            <Form key={form} name={nameOf(form)} example={linkExamples[form]}>
              {contents(linkExamples[form].text)}
            </Form>
          ))}
        </dl>
        <p>
          A CID can be decimal, or hexadecimal with <Code>0x</Code>. See how{' '}
          <SiteLink href="/docs/identifiers">identifiers</SiteLink> relate.
        </p>
      </Section>

      <Section id="short-links" title="Short links">
        <p>
          Pinref follows short links over HTTPS and only between Google’s hosts, stops at the first URL that identifies
          the listing, and doesn’t read the page itself. Destinations are stored for 30 days.
        </p>
        <p>
          With live data, Pinref tries Google’s Resolution API first. It returns just a place id, leaving{' '}
          <Code>kg_id</Code> null.
        </p>
        <dl>
          {shortLinkHosts().map((host) => {
            const example = shortLinkExamples[host]
            return example && <Form key={host} name={host} example={example} />
          })}
        </dl>
        <p>
          Links from share.google, g.co, and g.page may lead to just a name. If so, Pinref searches for it, and returns
          a listing only if exactly one has that name.
        </p>
      </Section>

      <Section id="around" title="Text around a link">
        <p>
          Paste everything the share button gives you. Pinref ignores tracking parameters, punctuation, words in any
          script after a link, and surrounding JSON or HTML.
        </p>
        <p>
          Pinref unwraps links from consent and sign-in pages, search results (Google, Bing, DuckDuckGo), Facebook,
          Messenger, Instagram, WhatsApp, LinkedIn, YouTube, VK, Reddit, Telegram, Slack, Google Translate, AMP, and the
          Web Archive, and links rewritten by Outlook, Proofpoint, and Barracuda. Mimecast replaces links with codes
          that only Mimecast can resolve.
        </p>
        <p>
          Two links to different listings are an error. Two short links always count as two listings. A short link next
          to another link must lead to the same listing.
        </p>
      </Section>

      <Section id="cut" title="Truncated links">
        <p>
          Chat apps, spreadsheets, and email programs can break links. If a link breaks inside a CID or a feature id,
          the remaining digits belong to another listing or to none. Pinref rejects broken links when it can detect
          them.
        </p>
        <ul className="points">
          <li>A link is rejected if an ellipsis follows a number that could be longer.</li>
          <li>
            Digits split by a line break, a space, or a tag are joined if the rest of the link follows them. Otherwise,
            the link is rejected.
          </li>
          <li>
            Other breaks can’t always be detected. Short CIDs are rare, so a link is rejected if it ends with a number
            below 2<sup>55</sup> (1 in 512 CIDs), or contains a number below 2<sup>44</sup> anywhere (1 in a million).
            With <Code>checked</Code> or <Code>full</Code> and live data, Pinref first asks Google whether that listing
            exists.
          </li>
        </ul>
        <p>
          These rules don’t affect place ids, CIDs pasted alone, or links with two identifiers that agree. If a short
          number is complete, paste it without the link.
        </p>
      </Section>

      <Section id="disagree" title="Identifiers that disagree">
        <p>
          In a link with several identifiers, a feature id or place id takes precedence over a CID, and everything after{' '}
          <Code>#</Code> over the query string, because the page shows that listing. If neither rule applies, the link
          is rejected.
        </p>
        <p>
          Pinref ignores <Code>mpd=~…</Code> in Google Search links: this Business Profile id looks like a CID but is a
          different number.
        </p>
      </Section>

      <Section id="refused" title="Links without a listing">
        <p>
          These links return 400; <Code>detail</Code> says why. Pinref never guesses a listing from coordinates.
        </p>
        <dl>
          {refusedExamples.map((example) => (
            <Form key={example.text} name={example.from} example={{ ...example, from: '' }}>
              {refusal(example.text)}
            </Form>
          ))}
        </dl>
      </Section>
    </Article>
  )
}

interface FormProps {
  name: string
  example: LinkExample
  /** The data that Pinref reads from this form. */
  children?: ReactNode
}

function Form({ name, example: { from, text }, children }: FormProps) {
  return (
    <div className="border-b border-rule py-4">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{name}</span>
        {from && <span className="text-sm text-soft">{from}</span>}
      </dt>
      <dd className="mt-1.5 text-sm">
        <SiteLink
          href={`/?q=${encodeURIComponent(text)}`}
          translate="no"
          className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]"
        >
          {text}
        </SiteLink>
        {children && <span className="mt-1.5 block text-soft">{children}</span>}
      </dd>
    </div>
  )
}

/** Reads a link and describes its identifiers. */
function contents(text: string): string {
  const reference = readReference(text)
  if (reference.kind === 'short_link') return 'Pinref has to follow this link.'
  const found =
    reference.placeId === null
      ? 'Contains the CID. Look up the link to get the place id.'
      : 'Contains the CID and the place id.'
  return reference.title === null ? found : `${found} Name: ${reference.title}.`
}

function refusal(text: string): ReactNode {
  try {
    readReference(text)
    return null
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    return (
      <>
        <SiteLink href={`/docs/errors/${error.code}`} className="font-mono text-[0.8125rem]">
          {error.code}
        </SiteLink>{' '}
        {error.message}
      </>
    )
  }
}
