import { isOwnLimit } from './failure'
import { type Lookup, sharerOf } from './lookup'

export interface GatheringOptions {
  /** The maximum number of questions in one call. */
  most: number
  /** How long the first question in a call waits for other questions. */
  waitMs: number
}

/** Answers one question, no matter which call it is sent in. */
export type Gather<Question, Answer> = (question: Question, lookup: Lookup) => Promise<Answer>

interface Asker<Question, Answer> {
  question: Question
  lookup: Lookup
  answer(answer: Answer): void
  fail(error: unknown): void
}

/**
 * Combines questions asked at the same time into one call, which counts against the first caller. If the call fails
 * because of a limit that concerns only the first caller, the other callers' questions are sent again without that
 * caller's question. A caller who disconnects is rejected with the reason; the call keeps running for the other callers
 * and ends when the last one disconnects. (DataLoader gathers too, but its callers can neither leave nor have limits of
 * their own.)
 * @param ask makes the call and returns an answer to every question, in the same order.
 */
export function createGathering<Question, Answer>(
  ask: (questions: Question[], lookup: Lookup) => Promise<Answer[]>,
  { most, waitMs }: GatheringOptions,
): Gather<Question, Answer> {
  type Askers = Set<Asker<Question, Answer>>
  /** The callers whose call has not been made yet. */
  let open: { askers: Askers; send(): void; leave(reason: unknown): void } | null = null

  function begin() {
    const askers: Askers = new Set()
    const controller = new AbortController()
    const close = () => {
      clearTimeout(timer)
      if (open === batch) open = null
    }
    const batch = {
      askers,
      send() {
        close()
        void settle([...askers], controller.signal)
      },
      leave(reason: unknown) {
        if (askers.size > 0) return
        close()
        controller.abort(reason)
      },
    }
    const timer = setTimeout(batch.send, waitMs)
    return batch
  }

  async function settle(askers: Array<Asker<Question, Answer>>, signal: AbortSignal): Promise<void> {
    const [first] = askers
    if (first === undefined) return
    const noteAsked = () => {
      for (const { lookup } of askers) lookup.noteAsked()
    }
    try {
      const questions = askers.map(({ question }) => question)
      const answers = await ask(questions, { ...first.lookup, signal, noteAsked })
      for (const [index, { answer }] of askers.entries()) answer(answers[index] as Answer)
    } catch (error) {
      for (const { question, lookup, answer, fail } of askers) {
        if (isOwnLimit(error) && sharerOf(lookup) !== sharerOf(first.lookup))
          gather(question, lookup).then(answer, fail)
        else fail(error)
      }
    }
  }

  async function gather(question: Question, lookup: Lookup): Promise<Answer> {
    const { signal } = lookup
    signal.throwIfAborted()
    open ??= begin()
    const batch = open
    return new Promise<Answer>((resolve, reject) => {
      const leave = () => {
        batch.askers.delete(asker)
        batch.leave(signal.reason)
        reject(signal.reason)
      }
      const stay = () => signal.removeEventListener('abort', leave)
      const asker: Asker<Question, Answer> = {
        question,
        lookup,
        answer(answer) {
          stay()
          resolve(answer)
        },
        fail(error) {
          stay()
          reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      batch.askers.add(asker)
      if (batch.askers.size === most) batch.send()
    })
  }

  return gather
}
