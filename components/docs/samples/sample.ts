import type { ApiRequest } from '@/components/samples/request-samples'

/** The formats of files that other programs read. */
export type FileFormat = 'JSON' | 'YAML' | 'nginx' | 'Caddy' | 'systemd' | 'Compose'

/** The programs that run samples, and the formats of samples that are files for other programs. */
export type SampleLanguage = 'curl' | 'JavaScript' | 'Python' | 'PHP' | 'Go' | 'shell' | 'Apps Script' | FileFormat

/**
 * Code in one or more languages. Every sample in the docs is one of these, and the tests run each one as the page shows
 * it.
 */
export interface Sample {
  /** What the sample does: "Look up a listing". */
  title: string
  codes: ReadonlyArray<{ language: SampleLanguage; code: string }>
  /** What each language's code prints; null if nothing, or if it differs each time. */
  prints: string | null
  /** The sample's call, if it makes only one. */
  request?: ApiRequest
}

/** A placeholder for the reader's own Google key. */
export const googleKeyPlaceholder = 'YOUR_GOOGLE_KEY'
