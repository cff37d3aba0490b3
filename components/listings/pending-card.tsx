import { AnswerCard } from '@/components/ui/card'

const rowWidths = ['w-44', 'w-40', 'w-60', 'w-full', 'w-full', 'w-full']

/** A result's skeleton while it loads. The page's live region announces it. */
export function PendingCard({ rows = rowWidths.length }: { rows?: number }) {
  return (
    <AnswerCard aria-hidden="true">
      <div className="h-7 w-3/5 rounded-xs bg-sunk" />
      <div className="mt-3 mb-6 h-5 w-2/5 rounded-xs bg-sunk" />
      {rowWidths.slice(0, rows).map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static placeholders
        <div key={index} className="grid h-15 grid-cols-[7.25rem_1fr] items-center border-t border-rule">
          <div className="h-4 w-20 rounded-xs bg-sunk" />
          <div className={`h-4 max-w-full rounded-xs bg-sunk ${width}`} />
        </div>
      ))}
    </AnswerCard>
  )
}
