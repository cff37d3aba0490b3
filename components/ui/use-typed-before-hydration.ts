'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Takes over what was typed into a field before hydration, which React would otherwise overwrite.
 * @param value of the field as it was rendered on the server.
 * @returns the ref for the field.
 */
export function useTypedBeforeHydration<Field extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  take: (text: string) => void,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  const first = useRef({ value, take })
  useLayoutEffect(() => {
    const typed = field.current?.value ?? ''
    if (typed !== '' && typed !== first.current.value) first.current.take(typed)
  }, [])
  return field
}
