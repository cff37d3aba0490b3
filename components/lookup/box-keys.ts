import type { KeyboardEvent } from 'react'

type Box = HTMLInputElement | HTMLTextAreaElement

/** Enter submits; Escape empties the box, or leaves it when it is empty. */
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
