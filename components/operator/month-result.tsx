import type { ReactNode } from 'react'
import { formatCents } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { type Month, marginCents } from './month-figures'

/** The revenue of a month and what is left of it once Google is paid; nothing if billing is off. */
export function MonthResult({ month }: { month: Month }) {
  const { revenue } = month
  const margin = marginCents(month)
  if (revenue === 'off') return null
  return (
    <dl className="text-sm">
      {revenue === 'unavailable' || margin === null ? (
        <Line name="Revenue" note="Stripe returned an error; see the log. Pinref tries again within two minutes.">
          unknown
        </Line>
      ) : (
        <>
          <Line name="Revenue" note={noteOf(revenue)}>
            {amountOf(revenue, revenue.cents)}
          </Line>
          <Line name="Margin" note="Revenue minus the most that Google can have cost.">
            {amountOf(revenue, margin)}
          </Line>
        </>
      )}
    </dl>
  )
}

type Revenue = Exclude<Month['revenue'], string>

const amountOf = ({ isWhole }: Revenue, cents: number) => (isWhole ? '' : 'at least ') + formatCents(cents)

function noteOf({ invoices, isWhole }: Revenue): string {
  const paid = `${isWhole ? '' : 'The newest '}${formatNumber(invoices)} paid ${invoices === 1 ? 'invoice' : 'invoices'}`
  return `${paid} at Stripe, before refunds and fees.`
}

const Line = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div className="grid grid-cols-[1fr_auto] gap-x-3 border-t border-rule py-2.5">
    <dt className="font-medium">{name}</dt>
    <dd className="font-medium">{children}</dd>
    <dd className="col-span-2 text-soft">{note}</dd>
  </div>
)
