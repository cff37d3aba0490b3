'use client'

import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TextBox } from '@/components/ui/field'
import { ColumnChoice } from './column-choice'
import type { BulkInput } from './use-input'

interface LinesFormProps {
  input: BulkInput
  box: RefObject<HTMLTextAreaElement | null>
  /** The most lines that the form accepts. */
  maxLines: number
}

/** Accepts pasted lines or a file, and asks for the column to look up if it is not clear. */
export function LinesForm({ input, box, maxLines }: LinesFormProps) {
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
          label="Links, place ids, CIDs, or names, one per line"
          rows={9}
          wrap="off"
          placeholder={'https://maps.app.goo.gl/…\nChIJrRMgU7ZhLxMRxAOFkC7I8Sg\nJoe’s Pizza, 7 Carmine St, New York'}
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
            // Lets the same file be chosen again after it was edited.
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

interface ChosenFileProps {
  file: { name: string }
  /** How many lines were read from it; 0 until its column is chosen. */
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
