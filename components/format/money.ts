const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** Formats an amount in US cents: "$1,234.50". */
export const formatCents = (cents: number): string => dollars.format(cents / 100)

const smallDollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

/** Formats a price in US dollars that may be less than a cent: "$0.0729", "$0.017", "$2.50". */
export const formatDollars = (price: number): string => smallDollars.format(price)

/** Formats a price in US cents, omitting cents for whole dollars: "$29", "$2.50". */
export const formatPrice = (cents: number): string => formatCents(cents).replace(/\.00$/, '')

/** Formats a plan's price, in US cents a month: "free", "$29 a month". */
export const formatMonthlyPrice = (cents: number): string => (cents === 0 ? 'free' : `${formatPrice(cents)} a month`)
