import { MoreIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import { type ApiKey, endOf } from './key-facts'

/** A step that can be taken with a key. */
export type Step = 'rename' | 'limits' | 'rotate' | 'revoke'

interface KeyMenuProps {
  apiKey: ApiKey
  onStep: (step: Step) => void
}

/** The menu of steps for a key. An expired key cannot be rotated. */
export const KeyMenu = ({ apiKey, onStep }: KeyMenuProps) => (
  <RowMenu<Step>
    label={`Actions for ${apiKey.name}, ${apiKey.start}`}
    steps={[
      ['rename', 'Rename'],
      ['limits', 'Limits'],
      ...(endOf(apiKey, Date.now() / 1000) === 'over' ? [] : ([['rotate', 'Rotate']] as const)),
      ['revoke', 'Revoke', 'danger'],
    ]}
    onStep={onStep}
    className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
  >
    <MoreIcon />
  </RowMenu>
)
