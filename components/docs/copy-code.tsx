'use client'

import { useRef } from 'react'
import { CopyButton } from '@/components/ui/copy-button'

/** Copies the code beside it. Reads the code from the page, so that the page doesn't contain it twice. */
export function CopyCode({ name, className }: { name: string; className: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const code = () => place.current?.parentElement?.querySelector('pre')?.textContent ?? ''
  return (
    <span ref={place} className={className}>
      <CopyButton value={code} name={name} />
    </span>
  )
}
