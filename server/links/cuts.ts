import type { Cid } from '@/server/identifiers/cid'
import type { ListingReference } from './reference'
import { cutOff, type Refusal } from './refusal'

/*
 * CIDs are spread evenly over 64 bits, so the share of all CIDs below 2^n is 2^(n-64). A number that short is usually a longer
 * one that was cut off:
 *
 * - At the end of its link, below 2^55. Only 1 in 512 complete CIDs is that short. Of the 15 places where 16 hexadecimal digits
 *   can be cut, all but 1.5 leave a number below it (the last one, and half of the one before); of the 19 places in a decimal
 *   CID, all but 2. So about 10% of such cuts still leave a number that looks like a CID.
 * - Anywhere else in a link, below 2^44. That is 1 in 1,048,576 complete CIDs, and hardly any listing in the world.
 */
const shortestAtEnd = 2n ** 55n
const shortest = 2n ** 44n

/**
 * Whether a number in a link is too short to be trusted as a CID.
 * @param isAtEnd returns whether the link ends with the number; called only if that matters.
 */
export function isTooShort({ cid, canBeCut }: ListingReference, isAtEnd: () => boolean): boolean {
  return canBeCut && (cid < shortest || (cid < shortestAtEnd && isAtEnd()))
}

/** Whether a feature id looks like an example, such as `0x123:0x456`. No S2 cell has a number that small. */
export const isPlaceholder = ({ cell, cid }: { cell: bigint; cid: Cid }): boolean =>
  cid !== 0n && cell !== 0n && cell < shortest && cid < shortest

const longestShown = 24
const copyAll = 'Copy the whole link.'

/** Returns the last part of a link, in quotation marks. */
function endOf(link: string): string {
  const [last = ''] = /[^?&#!/]*$/.exec(link.slice(-100).replace(/[?&#!/]{1,9}$/, '')) ?? []
  return last.length > longestShown ? `"…${last.slice(-longestShown)}"` : `"${last}"`
}

/** Rejects a link that a program shortened with an ellipsis. */
export const shortened = (link: string): Refusal =>
  cutOff(`This link was cut off after ${endOf(link)}. ${copyAll}`, null)

/** Rejects a link whose number is too short to be a CID. */
export function tooShort(link: string, reference: ListingReference): Refusal {
  const where = `This link was probably cut off after ${endOf(link)}: that number is very short for a CID.`
  return cutOff(`${where} ${copyAll} If it is complete, paste only the number.`, reference)
}

/** Rejects a link whose number may continue after a space, a line break, or a mark. */
export const broken = (link: string): Refusal =>
  cutOff(
    `This link may be broken after ${endOf(link)}. ${copyAll.slice(0, -1)} in one piece, without spaces or line breaks.`,
    null,
  )
