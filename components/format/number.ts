const plain = new Intl.NumberFormat('en')

/** A number with its thousands apart: "10,000". */
export const formatNumber = (value: number): string => plain.format(value)

/** "1 call", "10,000 calls" */
export const formatCalls = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}`
