import { businessStatusWords } from '@/server/features/listings/business-status'
import type { Finding } from '@/server/features/lists/audit'

/** The findings, most urgent first, and what a client reads about them. */
const words: Readonly<Record<Finding, { label: string; brief: string; advice: string }>> = {
  closed_permanently: {
    label: businessStatusWords.closed_permanently,
    brief: 'permanently closed',
    advice: 'Google Maps says that these have closed permanently. Remove them, or correct the listing if it’s wrong.',
  },
  not_found: {
    label: 'Not on Google Maps',
    brief: 'no longer on Google Maps',
    advice: 'No single listing on Google Maps matches. Find the right one, or create it.',
  },
  moved: {
    label: 'Moved to another listing',
    brief: 'moved to another listing',
    advice: 'These listings have new identifiers. Replace the old ones, also in links and QR codes.',
  },
  closed_temporarily: {
    label: businessStatusWords.closed_temporarily,
    brief: 'temporarily closed',
    advice: 'Google Maps says that these are closed for now. Correct the listing if it’s open.',
  },
  duplicate: {
    label: 'Duplicate',
    brief: 'duplicate',
    advice: 'An earlier row has the same listing. Keep only one, unless both are intended.',
  },
  name_differs: {
    label: 'Different name',
    brief: 'with a different name',
    advice: 'The name on Google Maps isn’t the one in the list. Make sure that it’s the right listing.',
  },
  not_checked: {
    label: 'Not checked',
    brief: 'not checked',
    advice: 'Nothing is known about these, because Google Maps wasn’t asked or didn’t respond.',
  },
}

export const findingsByUrgency = Object.keys(words) as Finding[]

/** Returns a finding as a label: "Permanently closed". */
export const findingLabel = (finding: Finding): string => words[finding].label

/** Returns a finding as part of a sentence, after a count: "3 permanently closed". */
export const findingBrief = (finding: Finding): string => words[finding].brief

/** Returns what a finding means, and what to do. */
export const findingAdvice = (finding: Finding): string => words[finding].advice
