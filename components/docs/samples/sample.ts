/** What runs a sample. */
export type SampleLanguage = 'curl' | 'JavaScript' | 'Python' | 'PHP' | 'Go' | 'shell'

/**
 * One thing done in code, in one language or several. Every sample that the docs show is one of these, and the tests run
 * each of them as the page shows it.
 */
export interface Sample {
  /** What it does, as the reader is told: "Look up a listing". */
  title: string
  codes: ReadonlyArray<{ language: SampleLanguage; code: string }>
  /** What each of them prints; null where that is nothing, or is different each time. */
  prints: string | null
}

/** What stands where a reader's own Google key belongs. */
export const googleKeyPlaceholder = 'YOUR_GOOGLE_KEY'
