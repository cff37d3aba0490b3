import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { type ApiKey, endOf, expiryWords, lastUsedWords, monthlyMost, otherLimitsWords } from './key-facts'
import { type KeyAction, KeyMenu } from './key-menu'
import { KeyStart, TestMark } from './key-names'
import { operationWords } from './operations'
import { endingWords, type Replacement } from './replaced'

interface KeyRowProps extends Replacement {
  apiKey: ApiKey
  quota: number | null
  onAction: (action: KeyAction) => void
}

/** A key as a row of the table, or as a card on a phone. */
export function KeyRow({ apiKey, replaces, replacedBy, quota, onAction }: KeyRowProps) {
  const { name, start, test, operations } = apiKey
  const nowSeconds = Date.now() / 1000
  const end = endOf(apiKey, nowSeconds)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
    <tr
      role="row"
      className="max-md:relative max-md:block max-md:rounded-lg max-md:border max-md:border-rule max-md:bg-sheet max-md:p-4 max-md:shadow-card"
    >
      <th role="rowheader" scope="row" className={`${cell} text-left font-normal max-md:pe-12 max-md:pb-2 md:ps-5`}>
        <span
          className={classNames(
            'text-[0.9375rem] font-semibold [overflow-wrap:anywhere]',
            end === 'over' && 'text-soft',
          )}
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
      </th>
      <Cell label="Operations">
        {operationWords(operations)}
        {otherLimitsWords(apiKey).map((words) => (
          <span key={words} className="block text-soft">
            {words}
          </span>
        ))}
      </Cell>
      <Cell label="Last used" className="lg:whitespace-nowrap">
        {lastUsedWords(apiKey, nowSeconds)}
      </Cell>
      <Cell label="Calls this month" className="md:text-right lg:pe-10! lg:whitespace-nowrap">
        <Calls apiKey={apiKey} quota={quota} />
      </Cell>
      <Cell label="Expires" className="lg:whitespace-nowrap">
        <span className={classNames((end === 'soon' || end === 'over') && 'font-medium text-limit')}>
          {expiryWords(apiKey, nowSeconds)}
        </span>
      </Cell>
      <td role="cell" className={`${cell} max-md:absolute max-md:top-3 max-md:right-3 md:pe-4 md:text-right`}>
        <KeyMenu apiKey={apiKey} onAction={onAction} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

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

const cell = 'align-top max-md:block max-md:py-0.5 md:border-b md:border-rule md:py-3 md:pe-4 lg:pe-6'

const Cell = ({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noRedundantRoles: as above
  <td role="cell" className={`${cell} max-md:flex max-md:gap-3 ${className}`}>
    <span aria-hidden="true" className="w-32 shrink-0 text-soft md:hidden">
      {label}
    </span>
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </td>
)
