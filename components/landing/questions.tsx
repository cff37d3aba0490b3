import { formatNumber } from '@/components/format/number'
import { QuestionList } from '@/components/ui/question-list'
import { sampleListings } from '@/server/sources/sample/listings'
import { sourceKind } from '@/server/sources/source'
import { LandingSection } from './section'

const questions = (): ReadonlyArray<[question: string, answer: string]> => [
  [
    'Which links can it read?',
    'Share links, legacy short links, desktop and mobile map links, review and directions links, embedded maps, saved-list exports, place ids and CIDs, also in the middle of other text. The docs list every form with an example.',
  ],
  [
    'Where do names and ratings come from?',
    sourceKind() === 'places'
      ? 'From Google’s Places API, when you look a listing up. Identifiers are computed from the link itself.'
      : `On this server they come from sample data: ${formatNumber(sampleListings.length)} listings. Identifiers are exact for every listing, because they are computed from the link itself.`,
  ],
  [
    'What if a listing moves or closes?',
    'Ask for details “checked”: a listing that was merged is answered under its new identifiers and marked as moved, and one that is gone is a 404.',
  ],
  [
    'Can I look up a whole list?',
    'Yes. Paste up to 1,000 lines or a CSV on the bulk page, send 100 items in one API call, or up to 1,000,000 lines as a batch that runs in the background.',
  ],
  [
    'Why are CIDs strings in the API?',
    'A CID has up to 20 digits. JSON numbers lose the last ones without a word, and a CID that is off by one is another business.',
  ],
  ['Is it part of Google?', 'No. Pinref is open source under the MIT license and not affiliated with Google.'],
]

/** Questions that people ask before they sign up. */
export function Questions() {
  return (
    <LandingSection id="questions-title" title="Questions and answers">
      <QuestionList questions={questions()} />
    </LandingSection>
  )
}
