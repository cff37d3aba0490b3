import type { ReactNode } from 'react'
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

/*
 * Lists of links that Pinref reads or rejects, each with what Pinref reads from it. They are functions instead of
 * components so that the search finds their text.
 */

export const linkForms = () => formList((form) => !isIdentifier(form))

export const identifierForms = () => formList(isIdentifier)

export const shortLinkForms = () => (
  <dl>
    {shortLinkHosts().map((host) => {
      const example = shortLinkExamples[host]
      return example && <Form key={host} name={host} example={example} />
    })}
  </dl>
)

export const refusedForms = () => (
  <dl>
    {refusedExamples.map(({ text, from }) => (
      <Form key={text} name={from} example={{ text, from: '' }}>
        {refusal(text)}
      </Form>
    ))}
  </dl>
)

const isIdentifier = (form: ReferenceForm) => ['place_id', 'feature_id', 'cid'].includes(form)

const formList = (isListed: (form: ReferenceForm) => boolean) => (
  <dl>
    {(Object.keys(formWords) as ReferenceForm[]).filter(isListed).map((form) => (
      <Form key={form} name={nameOf(form)} example={linkExamples[form]}>
        {contents(linkExamples[form].text)}
      </Form>
    ))}
  </dl>
)

/** Returns the form's name as a heading. */
const nameOf = (form: ReferenceForm) => formWords[form].charAt(0).toUpperCase() + formWords[form].slice(1)

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
