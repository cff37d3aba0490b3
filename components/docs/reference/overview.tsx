import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { errorCodes } from '@/server/platform/problems/errors'
import { InlineMarkdown } from '../markdown'
import { codeRows } from '../tables'
import { readDocument } from './document'
import { Codes } from './field-list'
import { referencePages } from './reference-pages'

const groups = ['Lookups', 'Batches', 'Watchlists', 'Callbacks', 'Keys', 'Account'] as const

/** Returns links to the operations' pages, by group. */
export async function operationLists() {
  const pages = await referencePages()
  return groups.map((group) => (
    <div key={group} className="mt-6">
      <h3 className="font-medium">{group}</h3>
      <ul className="mt-2">
        {pages
          .filter((page) => page.group === group)
          .map(({ path, title, operation }) => (
            <li
              key={path}
              id={operation.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-2.5 text-sm"
            >
              <SiteLink href={path} className="font-medium">
                {title}
              </SiteLink>
              <span translate="no" className="font-mono text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
                {operation.method} {operation.path}
              </span>
            </li>
          ))}
      </ul>
    </div>
  ))
}

/** Returns every error status, with its codes across all operations. */
export async function statusTable() {
  const { operations } = await readDocument()
  const all = operations.flatMap(({ responses }) => responses).filter(({ codes }) => codes.length > 0)
  const statuses = [...new Set(all.map(({ status }) => status))].sort()
  return (
    <FactTable
      caption="Response statuses"
      columns={['Status', 'Codes']}
      rows={statuses.map((status) => {
        const codes = new Set(all.filter((one) => one.status === status).flatMap((one) => one.codes))
        return {
          key: status,
          cells: [status, <Codes key="codes" codes={errorCodes.filter((code) => codes.has(code))} />],
        }
      })}
    />
  )
}

/** Returns the headers of responses. */
export async function headerTable() {
  const { headers } = await readDocument()
  const meanings = Object.entries(headers).map(([name, text]) => [name, <InlineMarkdown key={name} text={text} />])
  return (
    <FactTable
      caption="Response headers"
      columns={['Header', 'Meaning']}
      rows={codeRows(Object.fromEntries(meanings))}
    />
  )
}
