import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { ArticleHead, Neighbours } from '@/components/docs/article'
import { CodeBlock } from '@/components/docs/code-block'
import { highlight } from '@/components/docs/highlight'
import { OnThisPage } from '@/components/docs/on-this-page'
import { prose, Section } from '@/components/docs/prose'
import { Codes, FieldList } from '@/components/docs/reference/field-list'
import { type ReferencePage, referencePages } from '@/components/docs/reference/reference-pages'
import { TryIt } from '@/components/docs/reference/try-it'
import { Samples } from '@/components/docs/samples'
import type { SampleId } from '@/components/docs/samples/all'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

interface PageProps {
  params: Promise<{ operation: string }>
}

/** Returns the page, and the previous and next pages. */
async function pagesAt({ params }: PageProps) {
  const { operation: id } = await params
  const pages = await referencePages()
  const index = pages.findIndex(({ operation }) => operation.id === id)
  const page = pages[index] ?? notFound()
  return { page, before: pages[index - 1] ?? null, after: pages[index + 1] ?? null }
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { page } = await pagesAt(props)
  return {
    title: page.title,
    description: `${page.operation.method} ${page.operation.path}: ${page.operation.summary}.`,
  }
}

/** An operation: a form to try it, its request and response fields beside an example, and its errors. */
export default async function OperationPage(props: PageProps) {
  const { page, before, after } = await pagesAt(props)
  const { operation, sample } = page
  const { id, method, path, summary, parameters, request, answer } = operation
  const sent = sample.request?.body
  const failures = operation.responses.filter(({ codes }) => codes.length > 0)
  const first = { id: 'try', title: isTriable(page) ? 'Try it' : 'Sample' }
  const hasRequest = parameters.length + request.length > 0
  const sections = [first, ...(hasRequest ? [requestPart] : []), responsePart, failuresPart]
  return (
    <article className="min-w-0">
      <ArticleHead path={page.path} title={page.title} about={`${summary}.`}>
        <p className="mt-3 font-mono text-sm [overflow-wrap:anywhere]">
          <span className="font-semibold">{method}</span> {path}
        </p>
      </ArticleHead>
      <OnThisPage key={id} place="above" sections={sections} />
      <div className={prose}>
        <Section {...first}>
          {isTriable(page) && sample.request ? (
            <TryIt
              id={id}
              title={page.title}
              request={sample.request}
              fields={request.filter(({ name }) => !/[.[]/.test(name))}
              codes={sample.codes.map(({ code, language }) => ({ code, html: highlight(code, language) }))}
              example={highlighted(responseOf(page))}
              answerTo={sample.prints === null ? `example of ${id}` : id}
            />
          ) : (
            <Samples id={id as SampleId} />
          )}
        </Section>

        {hasRequest && (
          <Section {...requestPart}>
            <Beside code={sent ? JSON.stringify(sent, null, 2) : null} name="example request" id={id}>
              <FieldList fields={[...parameters, ...request]} optional />
            </Beside>
          </Section>
        )}

        <Section {...responsePart}>
          <Beside code={responseOf(page)} name="example response" id={id}>
            <FieldList fields={answer} withExamples={false} />
          </Beside>
        </Section>

        <Section {...failuresPart}>
          <FactTable
            caption="Operation errors"
            columns={['Status', 'Codes']}
            rows={failures.map(({ status, codes }) => ({
              key: status,
              cells: [status, <Codes key="codes" codes={codes} />],
            }))}
          />
          <p>
            Each error is a <SiteLink href="/docs/reference#problems">problem body</SiteLink>. Failed calls don’t count.
            See <SiteLink href="/docs/errors#again">when to retry</SiteLink>.
          </p>
        </Section>
      </div>
      <Neighbours before={before} after={after} />
    </article>
  )
}

const requestPart = { id: 'request', title: 'Request' }
const responsePart = { id: 'response', title: 'Response' }
const failuresPart = { id: 'failures', title: 'Errors' }

const changing: ReadonlySet<string> = new Set(['/api/batches', '/api/keys', '/api/callbacks'])

/** A page has no form if its path needs an id or if a call would change the account. */
const isTriable = ({ operation: { method, path } }: ReferencePage) =>
  !path.includes('{') && !(method === 'POST' && changing.has(path))

/** Returns the real response to the sample. If the response differs each time, builds one from the fields' examples. */
const responseOf = ({ operation, sample }: ReferencePage): string =>
  sample.prints ??
  (typeof operation.example === 'string' ? operation.example : JSON.stringify(operation.example, null, 2))

const highlighted = (code: string) => ({ code, html: highlight(code, 'JSON') })

interface BesideProps {
  /** The operation's id. */
  id: string
  /** JSON; null for none. */
  code: string | null
  name: string
  children: ReactNode
}

/** Fields with an example: beside them if there is room, otherwise above. */
const Beside = ({ id, code, name, children }: BesideProps) => (
  <div className="mt-3 grid gap-x-10 gap-y-3 xl:grid-cols-2">
    {code !== null && (
      <div className="min-w-0 xl:order-last">
        <div className="mt-2 rounded-md border border-rule bg-sunk xl:sticky xl:top-6">
          <CodeBlock
            {...highlighted(code)}
            name={name}
            answerTo={`example of ${id}`}
            className="[&>pre]:max-h-[80vh] [&>span]:bg-sunk"
          />
        </div>
      </div>
    )}
    <div className="min-w-0">{children}</div>
  </div>
)
