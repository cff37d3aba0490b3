'use client'

import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TextBox } from '@/components/ui/field'
import type { ColumnRole } from '@/server/features/lists/sheet-layout'
import { ColumnChoice, columnRoles } from './column-choice'
import { workbookTypes } from './downloads'
import type { BulkInput } from './use-input'

interface LinesFormProps {
  input: BulkInput
  box: RefObject<HTMLTextAreaElement | null>
  /** The maximum number of lines that the form accepts. */
  maxLines: number
  /** The accepted lines, and an example; by default, everything that a batch looks up. */
  label?: string
  placeholder?: string
  /** What a table's columns can hold; everything by default. */
  roles?: readonly ColumnRole[]
}

/** Accepts pasted lines or a file, and asks for the column to look up if it is unclear. */
export function LinesForm(props: LinesFormProps) {
  const { input, box, maxLines, label = anyLines, placeholder = anyExamples, roles = columnRoles } = props
  const { text, setText, file: chosen, setFile } = input
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  /** What the clipboard has besides the text that is being pasted. */
  const pasted = useRef<string>(undefined)
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
        <ChosenFile file={chosen} rows={isRead ? input.counts.rows : 0} onRemove={() => setFile(null)} />
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
          onChange={(event) => {
            setText(event.currentTarget.value, pasted.current)
            pasted.current = undefined
          }}
          onPaste={({ clipboardData, currentTarget: { value, selectionStart, selectionEnd } }) => {
            // The HTML describes the whole text only if that is all there is.
            const isWhole = selectionEnd - selectionStart === value.length
            pasted.current = isWhole ? clipboardData.getData('text/html') || undefined : undefined
          }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="text-sm text-soft">
          Up to {formatNumber(maxLines)} lines. Paste them, or drop a text, CSV, or Excel file here.
        </p>
        <Button busy={!isRead && input.counts.rows === 0} onClick={() => file.current?.click()}>
          <SteadyLabel
            labels={['Choose a file', 'Reading']}
            shown={!isRead && input.counts.rows === 0 ? 'Reading' : 'Choose a file'}
          />
        </Button>
        <input
          ref={file}
          type="file"
          accept={`.csv,.tsv,.txt,${workbookTypes},text/csv,text/plain,text/tab-separated-values`}
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
      <ColumnChoice input={input} roles={roles} />
    </Card>
  )
}

const anyLines = 'Links, place ids, CIDs, or names, one per line'
const anyExamples = 'https://maps.app.goo.gl/…\nChIJrRMgU7ZhLxMRxAOFkC7I8Sg\nJoe’s Pizza, 7 Carmine St, New York'

interface ChosenFileProps {
  file: { name: string }
  /** The number of rows read from the file; 0 until they are read. */
  rows: number
  onRemove: () => void
}

/** Replaces the text box for a file that is too long to show. */
const ChosenFile = ({ file, rows, onRemove }: ChosenFileProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-edge bg-paper px-3.5 py-3">
    <p className="min-w-0 [overflow-wrap:anywhere]">
      <span className="font-medium">{file.name}</span>
      {rows > 0 && <span className="block text-sm text-soft">{formatNumber(rows)} rows</span>}
    </p>
    <Button onClick={onRemove}>Remove file</Button>
  </div>
)
