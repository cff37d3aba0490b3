import type { Metadata } from 'next'
import changelog from '@/CHANGELOG.md'
import { Markdown } from '@/components/docs/markdown'
import { OnThisPage } from '@/components/docs/on-this-page'
import { prose } from '@/components/docs/prose'
import { type Release, releasesOf } from '@/components/docs/releases'
import { shareCard } from '@/components/site/share-card'

export const generateMetadata = (): Metadata => ({
  ...shareCard('/changelog'),
  title: 'Changelog',
  description: 'What’s new in Pinref, by version.',
  alternates: { canonical: './', types: { 'application/atom+xml': '/changelog/feed.xml' } },
})

const releases = releasesOf(changelog)
const versions = releases.map(({ id, version }) => ({ id, title: version }))

export default function Changelog() {
  return (
    <div className="mx-auto grid max-w-[76rem] grid-cols-[minmax(0,1fr)] px-4 pt-6 pb-24 sm:px-6 lg:pt-10 xl:grid-cols-[minmax(0,46rem)_12rem] xl:gap-16">
      <article className="min-w-0">
        <h1 className="text-display font-semibold text-balance">Changelog</h1>
        <p className="mt-3 text-lg text-soft">
          What’s new, latest first. Versions follow{' '}
          <a href="https://semver.org" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
            Semantic Versioning
          </a>
          . To hear of new versions, subscribe to the{' '}
          <a href="/changelog/feed.xml" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
            feed
          </a>
          .
        </p>
        <OnThisPage place="above" sections={versions} />
        {releases.map((release) => (
          <Version key={release.id} {...release} />
        ))}
      </article>
      <OnThisPage place="beside" sections={versions} />
    </div>
  )
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const Version = ({ id, version, date, text }: Release) => (
  <section aria-labelledby={id} className="pt-12">
    <h2 id={id} className="scroll-mt-6 text-title font-semibold">
      <a href={`#${id}`} className="underline-offset-4 hover:underline">
        {version}
      </a>
    </h2>
    <p className="mt-1 text-sm text-soft">
      {date ? <time dateTime={date}>{dates.format(new Date(date))}</time> : 'Not released yet.'}
    </p>
    <div className={prose}>
      <Markdown text={text} />
    </div>
  </section>
)
