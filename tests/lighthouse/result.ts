import * as z from 'zod'

/** The parts of a report that we read. */
const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.object({
    'largest-contentful-paint': z.object({ numericValue: z.number() }),
    'total-blocking-time': z.object({ numericValue: z.number() }),
    'network-requests': z.object({
      details: z.object({ items: z.array(z.object({ resourceType: z.string(), transferSize: z.number() })) }),
    }),
  }),
})

/** Lighthouse's measurements of a page in one run. */
export interface Result {
  /** Points out of 100, by category. */
  scores: Record<string, number>
  paintMs: number
  blockedMs: number
  /** The number of bytes sent, compressed. */
  scriptBytes: number
  fontBytes: number
}

/** Reads a Lighthouse report. @throws ZodError if the input is not a Lighthouse report. */
export function readResult(json: unknown): Result {
  const { categories, audits } = report.parse(json)
  const bytesOf = (type: string) =>
    audits['network-requests'].details.items
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    scores: Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)])),
    paintMs: audits['largest-contentful-paint'].numericValue,
    blockedMs: audits['total-blocking-time'].numericValue,
    scriptBytes: bytesOf('Script'),
    fontBytes: bytesOf('Font'),
  }
}

/** Returns the run with the median performance score. */
export function median(results: readonly Result[]): Result {
  const sorted = [...results].sort((a, b) => (a.scores.performance ?? 0) - (b.scores.performance ?? 0))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('there are no results')
  return middle
}
