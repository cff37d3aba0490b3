import { PinrefError } from '@/server/errors'
import { readReference } from '@/server/links/read-reference'
import { referenceWords } from '@/server/links/reference'

/** What a text was taken for. */
export interface Reading {
  understood: boolean
  words: string
}

/** What a text will be taken for when it is looked up, in words: the server reads it in the same way. */
export function readingOf(text: string): Reading {
  try {
    const reference = readReference(text)
    const form = referenceWords(reference)
    const taken = form.charAt(0).toUpperCase() + form.slice(1)
    if (reference.kind === 'short_link')
      return { understood: true, words: `${taken}: will be followed to its listing.` }
    const { title } = reference
    return {
      understood: true,
      words: title ? `${taken}: names one listing, “${title}”.` : `${taken}: names one listing.`,
    }
  } catch (error) {
    if (error instanceof PinrefError) return { understood: false, words: error.message }
    throw error
  }
}
