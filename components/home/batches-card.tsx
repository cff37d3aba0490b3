import { madeWords, stateWords } from '@/components/batches/batch-words'
import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { SiteLink } from '@/components/ui/site-link'
import { HomeCard } from './home-card'

/** The newest batches and their states. */
export const BatchesCard = ({ batches }: { batches: Outputs['home']['batches'] | undefined }) => (
  <HomeCard title="Recent batches" more={['/bulk', batches?.length === 0 ? 'Start a batch' : 'All batches']}>
    {!batches ? null : batches.length === 0 ? (
      <p className="text-soft">
        No batches yet. Paste or upload up to 1,000,000 lines, and they’re looked up in the background.
      </p>
    ) : (
      <ul className="divide-y divide-rule">
        {batches.map((batch) => (
          <li key={batch.id} className="py-2 text-sm">
            <SiteLink
              href={`/bulk?batch=${batch.id}`}
              className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
            >
              {madeWords(batch)}
            </SiteLink>
            <span className="block text-soft">
              {stateWords[batch.state]} · {formatNumber(batch.lines.done)} of {formatNumber(batch.lines.total)}{' '}
              {batch.lines.total === 1 ? 'line' : 'lines'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </HomeCard>
)
