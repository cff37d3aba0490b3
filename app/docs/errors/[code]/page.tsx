import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { errorHelp } from '@/components/docs/error-help'
import { type ErrorCode, errorCodes } from '@/server/errors'
import { problems } from '@/server/problem'

interface PageProps {
  params: Promise<{ code: string }>
}

const codeOf = async ({ params }: PageProps): Promise<ErrorCode> => {
  const { code } = await params
  return errorCodes.find((known) => known === code) ?? notFound()
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return { title: problems[await codeOf(props)].title }
}

/** The page that the `type` of a problem body links to. */
export default async function ErrorPage(props: PageProps) {
  const code = await codeOf(props)
  const { status, title } = problems[code]
  const { meaning, remedy } = errorHelp[code]
  return (
    <article className="min-w-0 max-w-[40rem]">
      <p className="font-mono text-sm text-soft">
        {status} · {code}
      </p>
      <h1 className="mt-2 text-display font-semibold text-balance">{title}</h1>
      <h2 className="mt-8 text-title font-semibold">What happened</h2>
      <p className="mt-2 text-lg text-soft">{meaning}</p>
      <h2 className="mt-6 text-title font-semibold">What to do</h2>
      <p className="mt-2 text-lg text-soft">{remedy}</p>
      <p className="mt-10">
        <Link
          href="/docs/errors"
          className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          All errors, and when to retry
        </Link>
      </p>
    </article>
  )
}
