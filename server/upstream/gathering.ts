import { isOwnLimit } from './failure'
import { type Lookup, sharerOf } from './lookup'

export interface GatheringOptions {
  /** The most questions in one call. */
  most: number
  /** How long the first question of a call waits for others. */
  waitMs: number
}

/** Answers one question, whichever call it travels in. */
export type Gather<Question, Answer> = (question: Question, lookup: Lookup) => Promise<Answer>

interface Asker<Question, Answer> {
  question: Question
  lookup: Lookup
  answer(answer: Answer): void
  fail(error: unknown): void
}

/**
 * Gathers questions asked at the same time into one call, which counts against the caller who asked first. If the call fails on a
 * limit that concerns only the first caller, the others ask again without it. A caller who leaves is rejected with the reason,
 * and the call goes on for the others; it ends when the last one leaves.
 * @param ask makes the call and answers every question, in the same order.
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

  async function settle(asked: Array<Asker<Question, Answer>>, signal: AbortSignal): Promise<void> {
    const [first] = asked
    if (first === undefined) return
    const noteAsked = () => {
      for (const { lookup } of asked) lookup.noteAsked()
    }
    try {
      const questions = asked.map(({ question }) => question)
      const answers = await ask(questions, { ...first.lookup, signal, noteAsked })
      for (const [index, { answer }] of asked.entries()) answer(answers[index] as Answer)
    } catch (error) {
      for (const { question, lookup, answer, fail } of asked) {
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
