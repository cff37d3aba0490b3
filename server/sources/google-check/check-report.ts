import { z } from 'zod'
import { allCapabilities, type Outcome, outcomes } from './capabilities'

const capabilityResult = z.object({
  capability: z.enum(allCapabilities),
  outcome: z.enum(Object.keys(outcomes) as Outcome[]),
  /** For the operator; null if there is nothing to add. */
  reason: z.string().nullable(),
})

export type CapabilityResult = z.infer<typeof capabilityResult>

/** What a check of all capabilities found. */
export const reportSchema = z.object({
  /** Epoch seconds. */
  checkedSeconds: z.number().int(),
  /** A fingerprint of the API key that was used: the report says nothing about another key. */
  key: z.string(),
  results: z.array(capabilityResult),
})

export type CheckReport = z.infer<typeof reportSchema>
