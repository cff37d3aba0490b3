import { z } from 'zod'

export const inputFaultShape = z.strictObject({
  /** An RFC 6901 pointer into the body. */
  pointer: z.string(),
  detail: z.string(),
})

/** One fault of the input: where it is and what to do about it. */
export type InputFault = z.infer<typeof inputFaultShape>

export const identifiersShape = z.strictObject({
  /** Decimal, unsigned 64-bit. */
  cid: z.string(),
  /** `0x`, lower case, no zero padding. */
  hex_cid: z.string(),
  /** Begins `ChIJ`; null where only the CID is known. */
  place_id: z.string().nullable(),
})

/** The identifiers of a listing in the form they have on the wire. */
export type WireIdentifiers = z.infer<typeof identifiersShape>
