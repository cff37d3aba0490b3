import { useId } from 'react'
import { TextField } from '@/components/ui/field'

interface FilterBoxProps {
  text: string
  shown: number
  of: number
  onFilter: (text: string) => void
}

/** Filters the keys as the user types, and says how many are shown. */
export function FilterBox({ text, shown, of, onFilter }: FilterBoxProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser yet
    <div role="search" className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0 grow sm:max-w-[24rem]">
        <TextField
          id={id}
          label="Filter keys"
          placeholder="Name or start of a key"
          value={text}
          maxLength={100}
          onChange={(event) => onFilter(event.currentTarget.value)}
        />
      </div>
      <p role="status" className="text-sm text-soft sm:pb-3.5">
        {text.trim() !== '' && shown === 0 ? 'No key matches.' : `${shown} of ${of} keys`}
      </p>
    </div>
  )
}
