import { classNames } from '@/components/ui/class-names'

const compact = new Intl.NumberFormat('en', { notation: 'compact' })

interface QuotaScaleProps {
  used: number
  limit: number
  /** Whether the quota is nearly used up. */
  isLow: boolean
  /** The expected calls by the end of the month; shown hatched. */
  expected?: number | undefined
  /** The percentages at which alerts are sent; marked above the bar. */
  alertsAt?: readonly number[]
}

/** How much of a quota is used, as a map's scale bar. The text beside it states the figures. */
export function QuotaScale({ used, limit, isLow, expected = 0, alertsAt = [] }: QuotaScaleProps) {
  const quarters = [0, 1, 2, 3, 4].map((quarter) => (limit / 4) * quarter)
  const share = Math.min(100, (used / limit) * 100)
  const expectedShare = Math.min(100, (expected / limit) * 100)
  return (
    <div aria-hidden="true" className="mt-5">
      {alertsAt.length > 0 && (
        <div className="relative h-2.5">
          {alertsAt.map((at) => (
            <AlertMark key={at} className="absolute bottom-0.5 -translate-x-1/2" style={{ left: `${at}%` }} />
          ))}
        </div>
      )}
      <div className="relative h-4 overflow-hidden border border-ink bg-paper">
        {expectedShare > share && (
          <div style={{ width: `${expectedShare}%` }} className="hatched-ink absolute inset-y-0 left-0" />
        )}
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

interface AlertMarkProps {
  className: string
  style?: { left: string }
}

/** An alert's mark, on the bar and in the line that explains it. */
export const AlertMark = ({ className, style }: AlertMarkProps) => (
  <svg
    viewBox="0 0 10 7"
    aria-hidden="true"
    className={classNames('h-[7px] w-2.5 fill-limit', className)}
    style={style}
  >
    <path d="M0 0h10L5 7Z" />
  </svg>
)
