import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CodeBlock } from '@/components/docs/code-block'
import { errorHelp } from '@/components/docs/error-help'
import { highlight } from '@/components/docs/highlight'
import { SharePicture } from '@/components/site/share-card'
import { SiteLink } from '@/components/ui/site-link'
import { errorExample } from '@/server/entrances/rest/examples/problems'
import { type ErrorCode, errorCodes } from '@/server/platform/problems/errors'
import { problems, retryAfterHeaderOf } from '@/server/platform/problems/problem'

interface PageProps {
  params: Promise<{ code: string }>
}

const codeOf = async ({ params }: PageProps): Promise<ErrorCode> => {
  const { code } = await params
  return errorCodes.find((each) => each === code) ?? notFound()
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const code = await codeOf(props)
  return { title: problems[code].title, description: errorHelp[code].meaning }
}

/** The page that a problem body's `type` links to. */
export default async function ErrorPage(props: PageProps) {
  const code = await codeOf(props)
  const { status, title } = problems[code]
  const { meaning, remedy } = errorHelp[code]
  const example = errorExample(code)
  const body = JSON.stringify(example, null, 2)
  const retryAfterSeconds = retryAfterHeaderOf(example?.retry_after ?? null)
  return (
    <article className="min-w-0 max-w-[40rem]">
      <SharePicture path={`/docs/errors/${code}`} />
      <p className="font-mono text-sm text-soft">
        {status} · {code}
      </p>
      <h1 className="mt-2 text-display font-semibold text-balance">{title}</h1>
      <h2 className="mt-8 text-title font-semibold">What happened</h2>
      <p className="mt-2 text-lg text-soft">{meaning}</p>
      <h2 className="mt-6 text-title font-semibold">What to do</h2>
      <p className="mt-2 text-lg text-soft">{remedy}</p>
      {example && (
        <>
          <h2 className="mt-8 text-title font-semibold">Example</h2>
          <dl className="mt-3 font-mono text-[0.8125rem] leading-6">
            <Header name="HTTP status" value={`${status}`} />
            <Header name="Content-Type" value="application/problem+json" />
            {retryAfterSeconds !== null && <Header name="Retry-After" value={`${retryAfterSeconds}`} />}
          </dl>
          <div className="mt-3 rounded-md border border-rule bg-sheet">
            <CodeBlock
              code={body}
              html={highlight(body, 'JSON')}
              name="example body"
              answerTo={`example of ${code}`}
              className="[&>pre]:whitespace-pre-wrap [&>pre]:[overflow-wrap:anywhere]"
            />
          </div>
        </>
      )}
      <p className="mt-10">
        <SiteLink
          href="/docs/errors"
          className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          All errors, and when to retry
        </SiteLink>
      </p>
    </article>
  )
}

const Header = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-x-2">
    <dt className="text-soft">{name}</dt>
    <dd>{value}</dd>
  </div>
)
