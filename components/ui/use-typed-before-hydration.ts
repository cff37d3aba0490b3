'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Takes over what somebody typed into a field before its script had come; React would put its own value in its place.
 * @param value of the field as it was drawn.
 * @returns where the field is to be told.
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
