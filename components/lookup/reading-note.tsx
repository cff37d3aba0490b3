import type { Reading } from '@/components/reading/reading'
import { CheckIcon, StrayIcon } from '@/components/ui/icons'
import { BulkLink } from './bulk-link'

interface ReadingNoteProps {
  reading: Reading
  onConvert: (cid: string) => void
}

/** A check mark if the text can be answered, otherwise advice; and an alternative, if there is one. */
export function ReadingNote({ reading: { understood, words, cid, links }, onConvert }: ReadingNoteProps) {
  return (
    <span className="flex gap-1.5">
      <span className={`mt-0.5 ${understood ? 'text-done' : 'text-soft'}`}>
        {understood ? <CheckIcon /> : <StrayIcon />}
      </span>
      <span className={`[overflow-wrap:anywhere] ${understood ? 'text-ink' : ''}`}>
        {words}
        {cid && (
          <>
            {' '}
            <button type="button" onClick={() => onConvert(cid)} className={alternative}>
              Convert it instead
            </button>
          </>
        )}
        {links.length > 0 && (
          <>
            {' '}
            <BulkLink links={links} className={alternative} />
          </>
        )}
      </span>
    </span>
  )
}

const alternative = 'font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink'
