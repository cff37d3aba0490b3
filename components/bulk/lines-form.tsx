'use client'

import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TextBox } from '@/components/ui/field'
import { SteadyLabel } from '@/components/ui/steady-label'
import { ChosenFile } from './chosen-file'
import { ColumnChoice } from './column-choice'
import { readFile } from './read-file'
import type { BulkInput } from './use-input'

interface LinesFormProps {
  input: BulkInput
  box: RefObject<HTMLTextAreaElement | null>
  /** The most lines, and the most bytes of a file, that the form takes. */
  maxLines: number
  maxBytes: number
}

/** Takes pasted lines or a file, and asks for the column to look up if it is not clear. */
export function LinesForm({ input, box, maxLines, maxBytes }: LinesFormProps) {
  const { text, setText, file: chosen, setFile } = input
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const take = async (dropped: File | undefined) => {
    if (!dropped) return
    setFault(null)
    setIsReading(true)
    try {
      setFile(await readFile(dropped, maxBytes))
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'This file couldn’t be read.')
    }
    setIsReading(false)
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
      {chosen ? (
        <ChosenFile file={chosen} lines={input.input.lines.length} onRemove={() => setFile(null)} />
      ) : (
        <TextBox
          ref={box}
          id={id}
          label="Links, place ids, CIDs or names, one per line"
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
          Up to {formatNumber(maxLines)} lines. Paste them, or drop a text, CSV or Excel file here.
        </p>
        <Button busy={isReading} onClick={() => file.current?.click()}>
          <SteadyLabel labels={['Choose a file', 'Reading']} shown={isReading ? 'Reading' : 'Choose a file'} />
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
          aria-label="File with lines"
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
      <ColumnChoice input={input} />
    </Card>
  )
}
