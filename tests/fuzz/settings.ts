import type { Parameters } from 'fast-check'

/** Every run uses the same inputs so that failures can be reproduced; another seed tries other inputs. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const times = Number(process.env.FUZZ_TIMES ?? (process.env.LONG_FORMS ? 5 : 1))

/**
 * Returns fast-check's parameters for a property.
 * A failure prints the seed, the path to the input, and the smallest failing input. `FUZZ_SEED=7 FUZZ_TIMES=10` tries
 * ten times as many other inputs.
 */
export const fuzz = <T>(inputs: number): Parameters<T> => ({ seed, numRuns: Math.ceil(inputs * times) })

/** Fails a property. An assertion library would be too slow for millions of checks. */
export function claim(holds: boolean, broken: string, ...values: unknown[]): void {
  if (!holds) throw new Error(`${broken}: ${values.map(shown).join(' | ')}`)
}

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))
    : String(value)
