import { classNames } from '@/components/ui/class-names'

const compact = new Intl.NumberFormat('en', { notation: 'compact' })

interface QuotaScaleProps {
  used: number
  limit: number
  /** Whether the quota is nearly used up. */
  isLow: boolean
}

/** The used share of a quota, drawn as the scale bar of a map. The text beside it gives the figures. */
export function QuotaScale({ used, limit, isLow }: QuotaScaleProps) {
  const quarters = [0, 1, 2, 3, 4].map((quarter) => (limit / 4) * quarter)
  const share = Math.min(100, (used / limit) * 100)
  return (
    <div aria-hidden="true" className="mt-5">
      <div className="relative h-4 overflow-hidden border border-ink bg-paper">
        <div
          style={{ width: used > 0 ? `max(2px, ${share}%)` : '0' }}
          className={classNames('absolute inset-y-0 left-0', isLow ? 'bg-limit' : 'bg-ink')}
        />
        {[25, 50, 75].map((at) => (
          <div
            key={at}
            style={{ left: `${at}%` }}
            className={classNames('absolute inset-y-0 w-px', at < share ? 'bg-sheet' : 'bg-ink')}
          />
        ))}
      </div>
      <div className="mt-1.5 flex justify-between text-xs text-soft">
        {quarters.map((quarter) => (
          <span key={quarter} className="w-10 text-center first:text-left last:text-right">
            {compact.format(quarter)}
          </span>
        ))}
      </div>
    </div>
  )
}
