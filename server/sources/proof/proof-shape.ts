import { z } from 'zod'
import { allWays, type Outcome, outcomes } from './ways'

const tried = z.object({
  way: z.enum(allWays),
  outcome: z.enum(Object.keys(outcomes) as Outcome[]),
  /** For the operator; null if there is nothing to add. */
  why: z.string().nullable(),
})

export type Tried = z.infer<typeof tried>

/** The outcome of trying all ways. */
export const proofShape = z.object({
  /** Epoch seconds. */
  checkedSeconds: z.number().int(),
  /** A fingerprint of the API key that was used: the outcome proves nothing about another key. */
  key: z.string(),
  tries: z.array(tried),
})

export type Proof = z.infer<typeof proofShape>
