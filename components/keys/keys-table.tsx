import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { MoreIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import {
  type ApiKey,
  endingWords,
  endOf,
  expiryWords,
  lastUsedWords,
  monthlyMost,
  operationWords,
  otherLimitsWords,
  type Replacement,
  replacementOf,
} from './key-facts'
import { KeyStart, TestMark } from './key-names'

const columns = ['Key', 'Operations', 'Last used', 'Calls this month', 'Expires'] as const

interface KeysTableProps {
  /** The keys that are shown. */
  keys: readonly ApiKey[]
  /** All keys of the account. */
  all: readonly ApiKey[]
  /** The plan's calls a month; null if it has no limit or is not known yet. */
  quota: number | null
  onAction: (action: KeyAction, key: ApiKey) => void
}

/** The keys, one a row. */
export const KeysTable = ({ keys, all, quota, onAction }: KeysTableProps) => (
  <RowTable
    caption="Your keys, newest first"
    columns={columns}
    headClassName="nth-4:text-right lg:pe-6 lg:whitespace-nowrap lg:nth-4:pe-10"
  >
    {keys.map((key) => (
      <KeyRow
        key={key.id}
        apiKey={key}
        {...replacementOf(key, all)}
        quota={quota}
        onAction={(action) => onAction(action, key)}
      />
    ))}
  </RowTable>
)

interface KeyRowProps extends Replacement {
  apiKey: ApiKey
  quota: number | null
  onAction: (action: KeyAction) => void
}

/** A key as a row of the table, or as a card on a phone. */
function KeyRow({ apiKey, replaces, replacedBy, quota, onAction }: KeyRowProps) {
  const { name, start, test, operations } = apiKey
  const nowSeconds = Date.now() / 1000
  const end = endOf(apiKey, nowSeconds)
  const head = (
    <>
      <span
        className={classNames('text-[0.9375rem] font-semibold [overflow-wrap:anywhere]', end === 'over' && 'text-soft')}
      >
        {name}
      </span>
      {test && <TestMark />}
      <KeyStart start={start} className="block text-soft md:whitespace-nowrap" />
      {replaces && (
        <span className="block text-soft">
          replaces <KeyStart start={replaces.start} />
        </span>
      )}
      {replacedBy && (
        <span className="block font-medium text-limit">
          replaced by <KeyStart start={replacedBy.start} />
          {apiKey.expires !== null && `, ${endingWords(apiKey, nowSeconds)}`}
        </span>
      )}
    </>
  )
  return (
    <Row head={head} menu={<KeyMenu apiKey={apiKey} onAction={onAction} />} className="lg:pe-6">
      <Cell label="Operations" className={cell}>
        {operationWords(operations)}
        {otherLimitsWords(apiKey).map((words) => (
          <span key={words} className="block text-soft">
            {words}
          </span>
        ))}
      </Cell>
      <Cell label="Last used" className={`${cell} lg:whitespace-nowrap`}>
        {lastUsedWords(apiKey, nowSeconds)}
      </Cell>
      <Cell label="Calls this month" className={`${cell} md:text-right lg:pe-10! lg:whitespace-nowrap`}>
        <Calls apiKey={apiKey} quota={quota} />
      </Cell>
      <Cell label="Expires" className={`${cell} lg:whitespace-nowrap`}>
        <span className={classNames((end === 'soon' || end === 'over') && 'font-medium text-limit')}>
          {expiryWords(apiKey, nowSeconds)}
        </span>
      </Cell>
    </Row>
  )
}

const cell = '[overflow-wrap:anywhere] lg:pe-6'

/** The calls of the month, and the limit if there is one. */
function Calls({ apiKey, quota }: Pick<KeyRowProps, 'apiKey' | 'quota'>) {
  const { callsThisMonth } = apiKey
  const most = monthlyMost(apiKey, quota)
  return (
    <span className={classNames(most !== null && callsThisMonth >= most && 'font-medium text-limit')}>
      {formatNumber(callsThisMonth)}
      {most !== null && ` of ${formatNumber(most)}`}
    </span>
  )
}

/** What can be done with a key. */
export type KeyAction = 'rename' | 'limits' | 'rotate' | 'revoke'

interface KeyMenuProps {
  apiKey: ApiKey
  onAction: (action: KeyAction) => void
}

/** The menu of actions for a key. An expired key cannot be rotated. */
const KeyMenu = ({ apiKey, onAction }: KeyMenuProps) => (
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
