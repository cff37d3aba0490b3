import type { KeyboardEvent } from 'react'

type Box = HTMLInputElement | HTMLTextAreaElement

/** Enter looks up, Escape empties the box; in an empty one it leaves it. */
export function boxKeys(empty: () => void) {
  return (event: KeyboardEvent<Box>) => {
    const box = event.currentTarget
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      box.form?.requestSubmit()
    }
    if (event.key === 'Escape') {
      if (box.value === '') box.blur()
      else empty()
    }
  }
}
