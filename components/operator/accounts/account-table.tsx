import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format/number'
import { dayWords, fromNow } from '@/components/keys/key-facts'
import { planName, usePlans } from '@/components/pricing/plans'
import type { Outputs } from '@/components/trpc/client'
import { ChevronIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { SiteLink } from '@/components/ui/site-link'
import { costWords } from '../overview-words'
import type { AccountAction } from './account-dialogs'
import type { Account } from './use-accounts'

const columns = ['Account', 'Plan', 'Calls this month', 'Cost', 'Last seen', 'Created'] as const

interface AccountTableProps {
  accounts: readonly Account[]
  source: Outputs['operator']['accounts']['source']
  /** The sort order, for screen readers: "by email". */
  order: string
  onAction: (action: AccountAction, account: Account) => void
}

/** The accounts, with a menu for each. */
export const AccountTable = ({ accounts, source, order, onAction }: AccountTableProps) => (
  <RowTable caption={`Accounts, sorted ${order}`} columns={columns} headClassName="">
    {accounts.map((account) => (
      <AccountRow key={account.id} account={account} source={source} onAction={onAction} />
    ))}
  </RowTable>
)

interface AccountRowProps extends Pick<AccountTableProps, 'source' | 'onAction'> {
  account: Account
}

function AccountRow({ account, source, onAction }: AccountRowProps) {
  const { plans } = usePlans()
  const { id, email, plan, callsThisMonth, costCents, created } = account
  const menu = <AccountMenu account={account} onAction={(action) => onAction(action, account)} />
  const head = (
    // On a phone, the button is beside it.
    <div className="max-md:pe-20">
      <SiteLink
        href={`/operator/accounts/${id}`}
        className="font-medium underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        {email}
      </SiteLink>
      <AccountMarks account={account} />
      <span className="block font-mono text-[0.8125rem] text-soft">{id}</span>
    </div>
  )
  return (
    <Row head={head} menu={menu}>
      <Cell label={columns[1]}>{planName(plans, plan)}</Cell>
      <Cell label={columns[2]} className="tabular-nums">
        {formatNumber(callsThisMonth)}
      </Cell>
      <Cell label={columns[3]} className="whitespace-nowrap tabular-nums">
        {source === 'sample' ? '–' : costCents === 0 ? '$0.00' : `up to ${costWords(costCents)}`}
      </Cell>
      <Cell label={columns[4]} className="whitespace-nowrap">
        {seenWords(account, Date.now() / 1000)}
      </Cell>
      <Cell label={columns[5]} className="whitespace-nowrap">
        {dayOf(created)}
      </Cell>
    </Row>
  )
}

/** Whether an account is suspended, since when and why, and whether its email is confirmed. */
export const AccountMarks = ({ account: { suspended, confirmed } }: { account: Account }) => (
  <>
    {suspended !== null && (
      <>
        <Mark tone="text-danger">
          Suspended since {dayOf(suspended.since)}
          {suspended.by && ` by ${suspended.by}`}
        </Mark>
        {suspended.reason && <span className="block [overflow-wrap:anywhere]">{suspended.reason}</span>}
      </>
    )}
    {!confirmed && <Mark tone="text-soft">Email not confirmed</Mark>}
  </>
)

const Mark = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <span className={`block font-medium ${tone}`}>{children}</span>
)

interface AccountMenuProps {
  account: Account
  onAction: (action: AccountAction) => void
}

const AccountMenu = ({ account, onAction }: AccountMenuProps) => (
  <RowMenu<AccountAction>
    label={`Change ${account.email}`}
    actions={[
      ['plan', 'Change plan'],
      account.suspended === null ? ['suspend', 'Suspend', 'danger'] : ['suspend', 'Resume'],
    ]}
    onAction={onAction}
  >
    Change
    <ChevronIcon />
  </RowMenu>
)

/** Returns when an account last signed in or made a call: "3 hours ago", "Just now". */
export function seenWords({ lastSeen }: Pick<Account, 'lastSeen'>, nowSeconds: number): string {
  if (lastSeen === null) return 'Not seen yet'
  const ago = fromNow(lastSeen, nowSeconds)
  return ago === 'now' ? 'Just now' : ago
}

/** Formats the day of an ISO 8601 time, in the reader's own time zone: "Nov 20, 2026". */
export const dayOf = (iso: string): string => dayWords(Date.parse(iso) / 1000)
