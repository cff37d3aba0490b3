'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'

/** The box for finding accounts; an empty one finds all. */
export function FindForm({ onFind }: { onFind: (text: string) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(text.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser yet
    <form role="search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow sm:max-w-[28rem]">
        <TextField
          id={id}
          label="Email, account id or API key"
          placeholder="ada@"
          value={text}
          maxLength={320}
          enterKeyHint="search"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" className="min-h-12 px-5">
        Find
      </Button>
    </form>
  )
}
