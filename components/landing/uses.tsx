import { LandingSection } from './section'

const uses = [
  {
    who: 'Local SEO',
    why: 'Track each location by a number that survives a rename, and send customers a link that opens the review form.',
  },
  {
    who: 'Directories and apps',
    why: 'Store one key per business, match duplicates by it, and find out which listings have moved or are gone.',
  },
  {
    who: 'Developers',
    why: 'One POST for any link people paste, an error code for everything that can go wrong, and an OpenAPI document.',
  },
  {
    who: 'Agents',
    why: 'A link goes in, a small exact answer comes out: no page to scrape, no id to guess.',
  },
]

/** Who Pinref is for. */
export function Uses() {
  return (
    <LandingSection id="uses-title" title="Who it’s for">
      <dl className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {uses.map(({ who, why }) => (
          <div key={who}>
            <dt className="font-semibold">{who}</dt>
            <dd className="mt-1.5 text-soft">{why}</dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  )
}
