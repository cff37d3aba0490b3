'use client'

import { type ReactNode, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { RowMenu } from '@/components/ui/row-menu'
import type { ResultFormat } from './file.worker'
import { FileFault } from './write-file'

interface DownloadsProps {
  /** How many rows a filter shows, which are all that the files contain; null without a filter. */
  shown: number | null
  /** Saves a file in the browser. */
  onSave: (format: ResultFormat) => Promise<void>
  /** Why there is no XLSX file; null if there is one. */
  withoutSheet?: string | null
  /** About the XLSX file. */
  children?: ReactNode
}

/** The menu of result files. */
export function Downloads({ shown, onSave, withoutSheet = null, children }: DownloadsProps) {
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const save = async (format: ResultFormat) => {
    if (isSaving) return
    setIsSaving(true)
    setFault(null)
    await onSave(format).catch((error: unknown) => setFault(error instanceof FileFault ? error.message : failed))
    setIsSaving(false)
  }
  const sheet = ['xlsx', shown === null ? 'Your sheet with columns added (XLSX)' : 'Rows shown (XLSX)'] as const
  return (
    <div className="grid gap-2">
      <RowMenu<ResultFormat>
        label="Download"
        className="justify-self-start"
        actions={[...(withoutSheet === null ? [sheet] : []), ['csv', 'CSV'], ['jsonl', 'JSON Lines']]}
        onAction={(format) => void save(format)}
      >
        {isSaving ? 'Writing the file' : 'Download'}
        <span aria-hidden="true">▾</span>
      </RowMenu>
      <p role="status" className="text-sm text-soft empty:hidden">
        {shown !== null && `Files contain only the ${formatNumber(shown)} ${shown === 1 ? 'row' : 'rows'} shown. `}
        {withoutSheet}
      </p>
      <p role="alert" className="text-sm font-medium text-limit empty:hidden">
        {fault}
      </p>
      {shown === null && withoutSheet === null && children}
    </div>
  )
}

const failed = 'The file couldn’t be created. Check your connection, then try again.'

interface ChooseOriginalProps {
  /** Called with the file that the list came from. */
  onChoose: (file: File) => void
}

/** Says that the XLSX file doesn't contain the rest of the original workbook, and asks for that file. */
export function ChooseOriginal({ onChoose }: ChooseOriginalProps) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="grid justify-items-start gap-2 text-sm text-soft">
      <p id={id}>
        Your original file isn’t in this browser, so XLSX has only its rows. To keep its other sheets and formats,
        choose the file.
      </p>
      <Button aria-describedby={id} onClick={() => file.current?.click()}>
        Choose the original file
      </Button>
      <input
        ref={file}
        type="file"
        accept={workbookTypes}
        aria-label="Original file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget: { files } }) => {
          const [chosen] = files ?? []
          if (chosen) onChoose(chosen)
        }}
      />
    </div>
  )
}

/** The files that the workbook reader accepts. */
export const workbookTypes = '.xlsx,.xlsm'
