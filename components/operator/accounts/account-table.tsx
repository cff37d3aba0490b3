import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format/number'
import { dayWords, fromNow } from '@/components/keys/key-facts'
import { ChevronIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import type { Account } from './use-accounts'

const columns = ['Account', 'Plan', 'Calls this month', 'Last seen', 'Created'] as const

interface AccountTableProps {
  accounts: readonly Account[]
  planName: (id: string) => string
  onAction: (action: AccountAction, account: Account) => void
}

/** A table that becomes a list of cards on a phone. The roles keep it a table for screen readers. */
export function AccountTable({ accounts, planName, onAction }: AccountTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
    <table role="table" className="w-full border-collapse text-sm max-md:block">
      <caption className="sr-only">Accounts, sorted by email</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="text-left text-soft">
          {columns.map((column) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              className={`border-b border-edge py-2 pe-6 font-medium ${column === 'Calls this month' ? 'text-right' : ''}`}
            >
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col" className="border-b border-edge">
            <span className="sr-only">Menu</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
        {accounts.map((account) => (
          <Row key={account.id} account={account} planName={planName} onAction={onAction} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

interface RowProps extends Pick<AccountTableProps, 'planName' | 'onAction'> {
  account: Account
}

function Row({ account, planName, onAction }: RowProps) {
  const { id, email, confirmed, plan, callsThisMonth, created, suspended } = account
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as above
    <tr role="row" className="max-md:block max-md:rounded-md max-md:border max-md:border-rule max-md:p-3.5">
      <th role="rowheader" scope="row" className={`${cell} text-left font-normal`}>
        <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
        {suspended !== null && <Mark tone="text-limit">Suspended since {dayOf(suspended)}</Mark>}
        {!confirmed && <Mark tone="text-soft">Email not confirmed</Mark>}
        <span className="block font-mono text-[0.8125rem] text-soft">{id}</span>
      </th>
      <Cell label={columns[1]}>{planName(plan)}</Cell>
      <Cell label={columns[2]} className="md:text-right">
        {formatNumber(callsThisMonth)}
      </Cell>
      <Cell label={columns[3]} className="whitespace-nowrap">
        {seenWords(account, Date.now() / 1000)}
      </Cell>
      <Cell label={columns[4]} className="whitespace-nowrap">
        {dayOf(created)}
      </Cell>
      <td role="cell" className={`${cell} max-md:mt-2.5 md:text-right`}>
        <AccountMenu account={account} onAction={(action) => onAction(action, account)} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

const cell = 'align-middle max-md:block max-md:py-0.5 md:border-b md:border-rule md:py-2.5 md:pe-6 md:last:pe-0'

const Mark = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <span className={`block font-medium ${tone}`}>{children}</span>
)

const Cell = ({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noRedundantRoles: as above
  <td role="cell" className={`${cell} ${className}`}>
    <span aria-hidden="true" className="me-2 text-soft md:hidden">
      {label}
    </span>
    {children}
  </td>
)

/** What can be done with an account. */
export type AccountAction = 'plan' | 'suspend'

interface AccountMenuProps {
  account: Account
  onAction: (action: AccountAction) => void
}

const AccountMenu = ({ account: { email, suspended }, onAction }: AccountMenuProps) => (
  <RowMenu<AccountAction>
    label={`Change ${email}`}
    actions={[
      ['plan', 'Change plan'],
      ['suspend', suspended === null ? 'Suspend' : 'Resume'],
    ]}
    onAction={onAction}
  >
    Change
    <ChevronIcon />
  </RowMenu>
)

/** Says when an account last signed in or made a call: "3 hours ago", "Just now". */
function seenWords({ lastSeen }: Pick<Account, 'lastSeen'>, nowSeconds: number): string {
  if (lastSeen === null) return 'Not seen yet'
  const ago = fromNow(lastSeen, nowSeconds)
  return ago === 'now' ? 'Just now' : ago
}

/** Writes the day of an ISO 8601 time, in the reader's own time zone: "Nov 20, 2026". */
const dayOf = (iso: string): string => dayWords(Date.parse(iso) / 1000)
