const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** An amount of US cents: "$1,234.50". */
export const formatCents = (cents: number): string => dollars.format(cents / 100)

/** A price in US cents, whole dollars without cents: "$29", "$2.50". */
export const formatPrice = (cents: number): string => formatCents(cents).replace(/\.00$/, '')

/** What a plan costs, in US cents a month: "free", "$29 a month". */
export const formatMonthlyPrice = (cents: number): string => (cents === 0 ? 'free' : `${formatPrice(cents)} a month`)
