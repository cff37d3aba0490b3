import { MoreIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import { type ApiKey, endOf } from './key-facts'

/** What can be done with a key. */
export type KeyAction = 'rename' | 'limits' | 'rotate' | 'revoke'

interface KeyMenuProps {
  apiKey: ApiKey
  onAction: (action: KeyAction) => void
}

/** The menu of actions for a key. An expired key cannot be rotated. */
export const KeyMenu = ({ apiKey, onAction }: KeyMenuProps) => (
  <RowMenu<KeyAction>
    label={`Actions for ${apiKey.name}, ${apiKey.start}`}
    actions={[
      ['rename', 'Rename'],
      ['limits', 'Limits'],
      ...(endOf(apiKey, Date.now() / 1000) === 'over' ? [] : ([['rotate', 'Rotate']] as const)),
      ['revoke', 'Revoke', 'danger'],
    ]}
    onAction={onAction}
    className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
  >
    <MoreIcon />
  </RowMenu>
)
