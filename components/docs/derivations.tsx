import { CheckIcon } from '@/components/ui/icons'
import { FactTable } from './fact-table'

const targets = ['Feature id', 'Place id', 'CID', 'Maps link', 'Review link'] as const

/** The forms that can be computed from each identifier. */
const derivable: Record<string, ReadonlyArray<(typeof targets)[number]>> = {
  'Feature id': targets,
  'Place id': targets,
  CID: ['CID', 'Maps link'],
}

/** A table that shows which forms can be computed from each identifier. */
export function Derivations() {
  return (
    <FactTable
      caption="Which identifiers can be computed from which"
      columns={['You have', ...targets]}
      rows={Object.entries(derivable).map(([from, to]) => ({
        key: from,
        cells: [from, ...targets.map((target) => <Verdict key={target} known={to.includes(target)} />)],
      }))}
    />
  )
}

const Verdict = ({ known }: { known: boolean }) =>
  known ? (
    <span className="inline-flex items-center gap-1.5 text-done">
      <CheckIcon /> computed
    </span>
  ) : (
    <span className="text-soft">needs a lookup</span>
  )
