/** `1 call`, `10,000 calls`. */
export const callsOf = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`

/** `free`, `$29 a month`. */
export function priceOf(monthlyCents: number): string {
  if (monthlyCents === 0) return 'free'
  const dollars = monthlyCents / 100
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2 })} a month`
}
