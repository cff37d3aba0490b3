import { type AnswerCounts, readAnswerCounts } from '@/server/access/read-counts'

/** How long counts are shown before they are read again. However many people look, the store is asked once in that time. */
const keepMs = 10_000

let read: { untilMs: number; counts: Promise<AnswerCounts | null> } | undefined

/** Returns the counts of all calls; null if the store does not answer. */
export function answerCounts(): Promise<AnswerCounts | null> {
  if (read === undefined || Date.now() >= read.untilMs) {
    read = { untilMs: Date.now() + keepMs, counts: readAnswerCounts().catch(() => null) }
  }
  return read.counts
}
