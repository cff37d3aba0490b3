'use client'

import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Select, TextBox } from '@/components/ui/field'
import { maxLines } from './input-lines'
import { readTextFile } from './read-file'
import type { BulkInput } from './use-input'

interface LinesFormProps {
  input: BulkInput
  box: RefObject<HTMLTextAreaElement | null>
}

/** Takes pasted lines or a file, and asks for the column with the links where that is not clear. */
export function LinesForm({ input, box }: LinesFormProps) {
  const { text, setText, table, column, setColumn } = input
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const take = async (dropped: File | undefined) => {
    if (!dropped) return
    try {
      setText(await readTextFile(dropped))
      setFault(null)
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'This file couldn’t be read.')
    }
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take(event.dataTransfer.files[0])
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
      <TextBox
        ref={box}
        id={id}
        label="Links, place ids or CIDs, one per line"
        rows={9}
        wrap="off"
        placeholder={'https://maps.app.goo.gl/…\nChIJrRMgU7ZhLxMRxAOFkC7I8Sg\n2950359333223072708'}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="text-sm text-soft">
          Up to {formatNumber(maxLines)} lines, or a CSV: paste it, drop it here or choose a file.
        </p>
        <Button onClick={() => file.current?.click()}>Choose a file</Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          aria-label="File with links"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // Lets the same file be chosen again after it was edited.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <p role="alert" className="text-sm font-medium text-limit empty:hidden">
        {fault}
      </p>
      {table && (
        <Select
          id={`${id}-column`}
          label={column === null ? 'Which column has the links?' : 'Column with the links'}
          value={column ?? ''}
          onChange={(event) => setColumn(Number(event.currentTarget.value))}
        >
          {column === null && <option value="">Choose a column</option>}
          {table.columns.map(({ index, name, example }) => (
            <option key={index} value={index}>
              {name}
              {example && `: ${example.slice(0, 40)}`}
            </option>
          ))}
        </Select>
      )}
    </Card>
  )
}
