import * as z from 'zod'

export const inputFaultShape = z.strictObject({
  /** An RFC 6901 pointer into the body. */
  pointer: z.string(),
  detail: z.string(),
})

/** One error in the input: where it is and what to do about it. */
export type InputFault = z.infer<typeof inputFaultShape>

export const identifiersShape = z.strictObject({
  cid: z.string().meta({ description: 'Decimal, unsigned 64-bit.', example: '3545450935484072529' }),
  hex_cid: z.string().meta({ description: 'Lower case with `0x`, no zero padding.', example: '0x3133f8d75a1ac251' }),
  /** Null if only the CID is known. */
  place_id: z.string().meta({ description: 'Begins with `ChIJ`.', example: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE' }).nullable(),
})

/** A listing's identifiers as sent in responses. */
export type WireIdentifiers = z.infer<typeof identifiersShape>
