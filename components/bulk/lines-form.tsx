'use client'

import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Select, TextBox } from '@/components/ui/field'
import { wholeLines } from './lines'
import type { BulkInput } from './use-input'

interface LinesFormProps {
  input: BulkInput
  box: RefObject<HTMLTextAreaElement | null>
  /** The maximum number of lines that the form accepts. */
  maxLines: number
  /** The accepted lines, and an example; by default, everything that a batch looks up. */
  label?: string
  placeholder?: string
}

/** Accepts pasted lines or a file, and asks for the column to look up if it is unclear. */
export function LinesForm(props: LinesFormProps) {
  const { input, box, maxLines, label = anyLines, placeholder = anyExamples } = props
  const { text, setText, file: chosen, setFile } = input
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { isRead, fault } = input

  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setFile(event.dataTransfer.files[0] ?? null)
  }
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }

  return (
    <Card
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      className={classNames('grid gap-3 p-4 sm:p-5', isOver && 'border-ink outline-2 outline-ink outline-dashed')}
    >
      {chosen ? (
        <ChosenFile file={chosen} lines={isRead ? input.counts.lines : 0} onRemove={() => setFile(null)} />
      ) : (
        <TextBox
          ref={box}
          id={id}
          label={label}
          rows={9}
          wrap="off"
          placeholder={placeholder}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="text-sm text-soft">
          Up to {formatNumber(maxLines)} lines. Paste them, or drop a text, CSV, or Excel file here.
        </p>
        <Button busy={!isRead && input.counts.lines === 0} onClick={() => file.current?.click()}>
          <SteadyLabel
            labels={['Choose a file', 'Reading']}
            shown={!isRead && input.counts.lines === 0 ? 'Reading' : 'Choose a file'}
          />
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
          aria-label="File with lines"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) setFile(file)
            // Allows the same file to be chosen again after it is edited.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <p role="alert" className="text-sm font-medium text-limit empty:hidden">
        {fault}
      </p>
      <ColumnChoice input={input} />
    </Card>
  )
}

const anyLines = 'Links, place ids, CIDs, or names, one per line'
const anyExamples = 'https://maps.app.goo.gl/…\nChIJrRMgU7ZhLxMRxAOFkC7I8Sg\nJoe’s Pizza, 7 Carmine St, New York'

interface ChosenFileProps {
  file: { name: string }
  /** The number of lines read from the file; 0 until its column is chosen. */
  lines: number
  onRemove: () => void
}

/** Replaces the text box for a file that is too long to show. */
const ChosenFile = ({ file, lines, onRemove }: ChosenFileProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-edge bg-paper px-3.5 py-3">
    <p className="min-w-0 [overflow-wrap:anywhere]">
      <span className="font-medium">{file.name}</span>
      {lines > 0 && <span className="block text-sm text-soft">{formatNumber(lines)} lines</span>}
    </p>
    <Button onClick={onRemove}>Remove file</Button>
  </div>
)

/** Previews a table, with headings that select the column to read; nothing if the input is a list. */
function ColumnChoice({ input }: { input: BulkInput }) {
  const { table, setColumn, setAddress } = input
  const id = useId()
  if (!table) return null
  const { column, address, columns, sample, rows } = table
  const rule =
    column === wholeLines
      ? 'Each line is read as a whole.'
      : column === null
        ? 'Choose the column to read.'
        : `Reading “${columns[column]?.name}”.`
  const lookOf = (index: number) =>
    classNames(
      'min-w-32 max-w-72 border-rule px-3 py-2 text-left font-normal not-first:border-l',
      index === column || index === address ? 'bg-sunk text-ink' : 'text-soft',
      index === column && 'border-x border-x-ink',
    )
  return (
    <div className="grid gap-3">
      <div className="overflow-x-auto rounded-md border border-rule">
        <table className="w-full text-sm">
          <caption className="border-b border-rule px-3 py-2 text-left text-soft">
            {formatNumber(columns.length)} columns, {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}. {rule}
          </caption>
          <thead>
            <tr className="border-b border-edge align-bottom">
              {columns.map(({ index, name }) => (
                <th key={index} scope="col" className={lookOf(index)}>
                  <label className="flex min-h-8 items-center gap-2">
                    <input
                      type="radio"
                      name={`${id}-column`}
                      checked={index === column}
                      onChange={() => setColumn(index)}
                      className="size-4 shrink-0 accent-ink"
                    />
                    <span className="truncate font-medium">{name}</span>
                    {index === address && <span className="rounded-sm border border-ink px-1.5 text-xs">Address</span>}
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono text-[0.8125rem]">
            {sample.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={row} className="not-first:border-t border-rule">
                {columns.map(({ index }) => (
                  <td key={index} dir="auto" className={lookOf(index)}>
                    <span className="line-clamp-2 break-all">{cells[index]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="radio"
          name={`${id}-column`}
          checked={column === wholeLines}
          onChange={() => setColumn(wholeLines)}
          className="size-4 shrink-0 accent-ink"
        />
        Read each line as a whole
      </label>
      {address !== undefined && (
        <Select
          id={`${id}-address`}
          label="Address column"
          value={address ?? ''}
          onChange={({ currentTarget: { value } }) => setAddress(value === '' ? null : Number(value))}
        >
          <option value="">None</option>
          {columns
            .filter(({ index }) => index !== column)
            .map(({ index, name, example }) => (
              <option key={index} value={index}>
                {name}
                {example && `: ${example.slice(0, 40)}`}
              </option>
            ))}
        </Select>
      )}
    </div>
  )
}
