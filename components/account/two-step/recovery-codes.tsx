'use client'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { download } from '@/components/ui/download'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** New recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const save = () =>
    download('pinref-recovery-codes.txt', new Blob([`Pinref recovery codes\n\n${text}\n`], { type: 'text/plain' }))
  return (
    <>
      <div>
        {/* The heading takes the focus because the form or button that had it is gone. */}
        <h3 ref={(heading) => heading?.focus()} tabIndex={-1} className="font-semibold outline-none">
          Save your recovery codes
        </h3>
        <p className="mt-1">
          Two-step verification is on. If you lose your phone, each of these codes signs you in once. Store them with
          your passwords: they won’t be shown again.
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 rounded-md border border-rule bg-sunk px-4 py-3 font-mono leading-8">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton value={text} name="recovery codes" className="min-h-10" />
        <Button onClick={save}>Download</Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </>
  )
}
