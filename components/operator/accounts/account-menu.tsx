import { ChevronIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import type { Account } from './use-accounts'

/** What can be done with an account. */
export type AccountAction = 'plan' | 'suspend'

interface AccountMenuProps {
  account: Account
  onAction: (action: AccountAction) => void
}

export const AccountMenu = ({ account: { email, suspended }, onAction }: AccountMenuProps) => (
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
