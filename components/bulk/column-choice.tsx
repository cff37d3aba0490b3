import { useId } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { Select } from '@/components/ui/field'
import { type ColumnRole, roleOf, withRole } from '@/server/features/lists/sheet-layout'
import type { ListHead } from './reader.worker'
import type { BulkInput } from './use-input'

interface ColumnChoiceProps {
  input: BulkInput
  /** What columns can hold, in order. */
  roles: readonly ColumnRole[]
}

/** Everything that a column can hold. */
export const columnRoles: readonly ColumnRole[] = ['link', 'name', 'address', 'country', 'reference']

const labels: Readonly<Record<ColumnRole, string>> = {
  link: 'Link',
  name: 'Name',
  address: 'Address',
  country: 'Country',
  reference: 'Your reference',
}

/** Previews a sheet, to choose its headings and what each column holds; nothing for a list of lines. */
export function ColumnChoice({ input: { head, choose }, roles }: ColumnChoiceProps) {
  const id = useId()
  if (!head) return null
  const { sheets, sheet, isWhole, canBeWhole } = head
  return (
    <div className="grid gap-3 empty:hidden">
      {sheets.length > 1 && (
        <Select
          id={`${id}-sheet`}
          label="Sheet"
          value={sheet}
          className="max-w-[28rem]"
          onChange={({ currentTarget: { value } }) => choose({ sheet: Number(value) })}
        >
          {sheets.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sheets are identified by their place
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {!isWhole && <SheetPreview head={head} choose={choose} roles={roles} />}
      {canBeWhole && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isWhole}
            onChange={({ currentTarget: { checked } }) => choose({ isWhole: checked, headingRow: null, columns: null })}
            className="size-4 shrink-0 accent-ink"
          />
          Read each line as a whole
        </label>
      )}
    </div>
  )
}

interface SheetPreviewProps extends Pick<ColumnChoiceProps, 'roles'>, Pick<BulkInput, 'choose'> {
  head: ListHead
}

/** The first rows of a sheet. Each column has a choice of what it holds, and each row one that makes it the headings. */
function SheetPreview({ head, choose, roles }: SheetPreviewProps) {
  const { names, columns, guess, ownColumns, headingRow, preview, rows } = head
  const id = useId()
  const shown = names.map((name, index) => ({ name, index, role: roleOf(columns, index) }))
  const isGuessed = (index: number, role: ColumnRole | null) => role !== null && role === roleOf(guess, index)
  const radio = (row: number, label: string) => (
    <label className="flex min-h-9 items-center gap-2 text-sm whitespace-nowrap">
      <input
        type="radio"
        name={`${id}-heading`}
        checked={headingRow === row}
        onChange={() => choose({ headingRow: row })}
        className="size-4 shrink-0 accent-ink"
      />
      {label}
    </label>
  )
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm">
        <span className="font-medium">Check the columns.</span>{' '}
        <span className="text-soft">
          {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}, {formatNumber(shown.length)}{' '}
          {shown.length === 1 ? 'column' : 'columns'}. Select the row with the headings, and what each column holds.
        </span>
      </legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable part must be reachable by keyboard */}
      <section aria-label="Preview" tabIndex={0} className="overflow-x-auto rounded-md border border-rule">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-edge align-top">
              <th scope="col" className="sticky left-0 bg-sheet px-3 py-2 text-left align-bottom font-normal text-soft">
                Headings
              </th>
              {shown.map(({ name, index, role }) => (
                <th
                  key={index}
                  scope="col"
                  className={classNames('min-w-40 border-l border-rule px-3 py-2 text-left', role && 'bg-sunk')}
                >
                  <Select
                    id={`${id}-${index}`}
                    label={<span className="block max-w-56 truncate">{name}</span>}
                    hint={isGuessed(index, role) && 'Guessed'}
                    value={role ?? ''}
                    className="h-10! px-2! text-sm! font-normal"
                    onChange={({ currentTarget: { value } }) =>
                      choose({ columns: withRole(columns, index, value === '' ? null : (value as ColumnRole)) })
                    }
                  >
                    <option value="">Ignore</option>
                    {roles.map((one) => (
                      <option key={one} value={one}>
                        {labels[one]}
                      </option>
                    ))}
                  </Select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={at} className={classNames('border-rule not-first:border-t', at + 1 < headingRow && 'text-soft')}>
                <th scope="row" className="sticky left-0 bg-sheet px-3 text-left font-normal">
                  {radio(at + 1, `Row ${formatNumber(at + 1)}`)}
                </th>
                {shown.map(({ index, role }) => (
                  <td
                    key={index}
                    dir="auto"
                    className={classNames(
                      'max-w-56 border-l border-rule px-3 font-mono text-[0.8125rem]',
                      role && 'bg-sunk',
                      at + 1 === headingRow && 'font-medium',
                    )}
                  >
                    <span className="block truncate">{cells[index]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {radio(0, 'No headings')}
      {ownColumns > 0 && (
        <p className="text-sm text-soft">
          {ownColumns === 1 ? 'One column is' : `${formatNumber(ownColumns)} columns are`} from an earlier Pinref file.
          The next file replaces {ownColumns === 1 ? 'it' : 'them'}.
        </p>
      )}
    </fieldset>
  )
}
