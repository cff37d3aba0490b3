import type { ApiRequest } from '@/components/samples/request-samples'

/** What runs a sample. JSON and YAML are run by the programs that they are for. */
export type SampleLanguage = 'curl' | 'JavaScript' | 'Python' | 'PHP' | 'Go' | 'shell' | 'Apps Script' | 'JSON' | 'YAML'

/**
 * Code in one language or several. Every sample in the docs is one of these, and the tests run each of them as the page
 * shows it.
 */
export interface Sample {
  /** What it does: "Look up a listing". */
  title: string
  codes: ReadonlyArray<{ language: SampleLanguage; code: string }>
  /** What each of them prints; null where that is nothing, or differs each time. */
  prints: string | null
  /** The call that it makes, where it makes a single one. */
  request?: ApiRequest
}

/** Stands where a reader's own Google key belongs. */
export const googleKeyPlaceholder = 'YOUR_GOOGLE_KEY'
