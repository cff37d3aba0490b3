import { z } from 'zod'

/** A month, `2026-11`; the current one if it is left out. */
export const monthInput = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Send a month as 2026-11.')
    .optional(),
})
