import { MadeBy, type Maker, useMakers } from '@/components/account/made-by'
import { MayChange, useMayChange } from '@/components/account/page-account'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import {
  type ApiKey,
  dayWords,
  endingWords,
  endOf,
  expiryWords,
  type KeySort,
  lastUsedWords,
  monthlyMost,
  operationWords,
  otherLimitsWords,
  type Replacement,
  replacementOf,
  sharedLeft,
} from './key-facts'
import { KeyStart, keyWords, partsOf, TestMark } from './key-names'

interface KeysTableProps {
  /** The keys shown, in order. */
  keys: readonly ApiKey[]
  /** All of the account's keys. */
  all: readonly ApiKey[]
  /** The plan's calls a month; null if unlimited or not known yet. */
  quota: number | null
  sort: KeySort
  /** The ids of the selected keys. */
  chosen: ReadonlySet<string>
  onSort: (by: KeySort['by']) => void
  onChoose: (id: string) => void
  onAction: (action: KeyAction, key: ApiKey) => void
}

export const KeysTable = ({ keys, all, quota, sort, chosen, onSort, onChoose, onAction }: KeysTableProps) => {
  const column = (label: string, by: KeySort['by']) => ({
    label,
    sorted: sort.by === by ? sort.direction : null,
    onSort: () => onSort(by),
  })
  const makers = useMakers(all.map(({ id }) => id))
  return (
    <RowTable
      caption="Your keys"
      columns={[
        column('Key', 'name'),
        'Permissions',
        column('Last used', 'used'),
        column('Calls this month', 'calls'),
        column('Created', 'created'),
        'Expires',
      ]}
      headClassName="nth-4:text-right lg:pe-6 lg:whitespace-nowrap"
      isDense
    >
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          {...replacementOf(key, all)}
          maker={makers[key.id]}
          quota={quota}
          isChosen={chosen.has(key.id)}
          onChoose={() => onChoose(key.id)}
          onAction={(action) => onAction(action, key)}
        />
      ))}
    </RowTable>
  )
}

interface KeyRowProps extends Replacement {
  apiKey: ApiKey
  maker: Maker
  quota: number | null
  isChosen: boolean
  onChoose: () => void
  onAction: (action: KeyAction) => void
}

/** A key as a table row, or as a card on a phone. */
function KeyRow({ apiKey, maker, replaces, replacedBy, quota, isChosen, onChoose, onAction }: KeyRowProps) {
  const { name, test, operations } = apiKey
  const nowSeconds = Date.now() / 1000
  const end = endOf(apiKey, nowSeconds)
  const head = (
    <>
      <MayChange>
        <label className="-my-2 -ms-2 me-1 inline-flex size-9 items-center justify-center align-middle">
          <input
            type="checkbox"
            aria-label={`Select ${name}, ${keyWords(apiKey)}`}
            checked={isChosen}
            onChange={onChoose}
            className="size-4.5 accent-(--ink)"
          />
        </label>
      </MayChange>
      <span
        className={classNames('text-[0.9375rem] font-semibold [overflow-wrap:anywhere]', end === 'over' && 'text-soft')}
      >
        {name}
      </span>
      {test && <TestMark />}
      <KeyStart {...partsOf(apiKey)} className="ms-2 text-soft whitespace-nowrap" />
      {apiKey.client && <span className="block text-soft [overflow-wrap:anywhere]">for {apiKey.client}</span>}
      {replaces && (
        <span className="block text-soft">
          replaces <KeyStart {...partsOf(replaces)} />
        </span>
      )}
      {replacedBy && (
        <span className="block font-medium text-limit">
          replaced by <KeyStart {...partsOf(replacedBy)} />
          {apiKey.expires !== null && `, ${endingWords(apiKey, nowSeconds)}`}
        </span>
      )}
    </>
  )
  return (
    <Row head={head} menu={<KeyMenu apiKey={apiKey} onAction={onAction} />} className="lg:pe-6">
      <Cell label="Permissions" className={cell}>
        {[operationWords(operations), ...otherLimitsWords(apiKey)].join(' · ')}
      </Cell>
      <Cell label="Last used" className={`${cell} lg:whitespace-nowrap`}>
        {lastUsedWords(apiKey, nowSeconds)}
      </Cell>
      <Cell label="Calls this month" className={`${cell} md:text-right lg:whitespace-nowrap`}>
        <Calls apiKey={apiKey} quota={quota} />
      </Cell>
      <Cell label="Created" className={`${cell} lg:whitespace-nowrap`}>
        {dayWords(apiKey.created)}
        <MadeBy maker={maker} className="block" />
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

/** This month's calls, and the limits if there are any. Calls of other keys may also count against the limits. */
export function Calls({ apiKey, quota }: Pick<KeyRowProps, 'apiKey' | 'quota'>) {
  const { callsThisMonth, callsLeft, callsLeftToday } = apiKey
  const most = monthlyMost(apiKey, quota)
  const shared = sharedLeft(callsThisMonth, most, callsLeft)
  const isUsedUp = callsLeft === 0 || (most !== null && callsThisMonth >= most)
  return (
    <>
      <span className={classNames(isUsedUp && 'font-medium text-limit')}>
        {formatNumber(callsThisMonth)}
        {most !== null && ` of ${formatNumber(most)}`}
        {shared !== null && (
          <span className="block whitespace-normal md:ms-auto md:max-w-28">
            {formatNumber(shared)} left, shared with other keys
          </span>
        )}
      </span>
      {callsLeftToday !== null && (
        <span className={classNames('block', callsLeftToday === 0 && 'font-medium text-limit')}>
          {formatNumber(callsLeftToday)} left today
        </span>
      )}
    </>
  )
}

/** The actions for a key. */
export type KeyAction = 'rename' | 'limits' | 'rotate' | 'errors' | 'revoke'

interface KeyMenuProps {
  apiKey: ApiKey
  onAction: (action: KeyAction) => void
}

/** The menu of actions for a key. An expired key cannot be rotated. A viewer can only open its errors. */
const KeyMenu = ({ apiKey, onAction }: KeyMenuProps) => (
  <RowMenu<KeyAction>
    label={`Actions for ${apiKey.name}, ${keyWords(apiKey)}`}
    actions={
      useMayChange()
        ? [
            ['rename', 'Rename'],
            ['limits', 'Limits'],
            ...(endOf(apiKey, Date.now() / 1000) === 'over' ? [] : ([['rotate', 'Rotate']] as const)),
            ['errors', 'Recent errors'],
            ['revoke', 'Revoke', 'danger'],
          ]
        : [['errors', 'Recent errors']]
    }
    onAction={onAction}
    className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
  >
    <MoreIcon />
  </RowMenu>
)
