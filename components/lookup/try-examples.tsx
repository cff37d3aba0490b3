import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { examples } from './examples'

interface TryExamplesProps {
  source: Outputs['status']['source']
  /** How many listings the sample has. */
  sampleCount: number
  onTry: (text: string) => void
}

/** Three inputs to try, and in sample mode a note about the sample data. */
export function TryExamples({ source, sampleCount, onTry }: TryExamplesProps) {
  return (
    <aside aria-label="Examples" className="mt-4 rounded-lg border border-dashed border-edge px-4 py-3.5">
      <p className="text-sm text-soft">
        {source === 'sample' && (
          <>
            <strong className="font-semibold text-ink">Sample data: {sampleCount} listings.</strong> Any other listing
            gets its identifiers, without a name or rating.{' '}
          </>
        )}
        Try one:
      </p>
      <ul className="mt-2.5 grid gap-2">
        {examples.map(({ kind, listing, text }) => (
          <li key={kind}>
            <Button onClick={() => onTry(text)} className="w-full">
              <span className="flex flex-1 flex-wrap justify-between gap-x-4">
                {kind} <span className="font-normal text-soft">{listing}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </aside>
  )
}
