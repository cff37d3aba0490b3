import { ChevronIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import type { Account } from './use-accounts'

/** A step that can be taken with an account. */
export type Step = 'plan' | 'suspend'

interface AccountMenuProps {
  account: Account
  onStep: (step: Step) => void
}

export const AccountMenu = ({ account: { email, suspended }, onStep }: AccountMenuProps) => (
  <RowMenu<Step>
    label={`Change ${email}`}
    steps={[
      ['plan', 'Change plan'],
      ['suspend', suspended === null ? 'Suspend' : 'Resume'],
    ]}
    onStep={onStep}
  >
    Change
    <ChevronIcon />
  </RowMenu>
)
