import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'

interface TryExamplesProps {
  source: Outputs['status']['source']
  /** The number of listings in the sample. */
  sampleCount: number
}

/**
 * Three inputs to try, and in sample mode a note about the sample data. Rendered on the server; the form around it
 * handles the clicks, so no page loads code for it.
 */
export function TryExamples({ source, sampleCount }: TryExamplesProps) {
  return (
    <aside aria-label="Examples" className="mt-4 rounded-lg border border-dashed border-edge px-4 py-3.5">
      <p className="text-sm text-soft">
        {source === 'sample' && (
          <>
            <strong className="font-semibold text-ink">Sample data: {sampleCount} listings.</strong> Other listings get
            identifiers only, without a name or rating.{' '}
          </>
        )}
        Try one:
      </p>
      <ul className="mt-2.5 grid gap-2">
        {examples.map(({ kind, listing, text }) => (
          <li key={kind}>
            <Button data-try={text} className="w-full">
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

/** An input to try. Each input identifies a listing in a different way, and all the listings are in the sample. */
interface Example {
  /** What kind of input it is. */
  kind: string
  listing: string
  text: string
}

export const examples: readonly Example[] = [
  {
    kind: 'Desktop map link',
    listing: 'Colosseum',
    text: 'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!3m1!4b1!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4!8m2!3d41.8902102!4d12.4922309!16zL20vMGQ1cXg',
  },
  { kind: 'Place id', listing: 'Empire State Building', text: 'ChIJaXQRs6lZwokRY6EFpJnhNNE' },
  {
    kind: 'Share link',
    listing: 'Botanic garden, Akureyri',
    text: 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8?g_st=ipc',
  },
]
