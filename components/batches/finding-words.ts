import { businessStatusWords } from '@/server/features/listings/business-status'
import type { Finding } from '@/server/features/lists/audit'

/** The findings, most urgent first, and what a client reads about them. */
const words: Readonly<Record<Finding, { label: string }>> = {
  closed_permanently: {
    label: businessStatusWords.closed_permanently,
  },
  not_found: {
    label: 'Not on Google Maps',
  },
  moved: {
    label: 'Moved to another listing',
  },
  closed_temporarily: {
    label: businessStatusWords.closed_temporarily,
  },
  duplicate: {
    label: 'Duplicate',
  },
  name_differs: {
    label: 'Different name',
  },
  not_checked: {
    label: 'Not checked',
  },
}

export const findingsByUrgency = Object.keys(words) as Finding[]

/** Returns a finding as a label: "Permanently closed". */
export const findingLabel = (finding: Finding): string => words[finding].label
