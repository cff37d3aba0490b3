'use client'

import { useEffect, useState } from 'react'
import { SteadyLabel } from './button'
import { classNames } from './class-names'
import { CheckIcon, CopyIcon } from './icons'

const resultMs = 1600

interface CopyButtonProps {
  /** The text to copy, or a function that returns it when it is copied. */
  value: string | (() => string)
  /** The name of the text: "CID". */
  name: string
  label?: string
  className?: string
}

/** Copies a string and confirms it in place, without moving anything. */
export function CopyButton({ value, name, label = 'Copy', className }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const labels = { ready: label, copied: 'Copied', failed: 'Failed' }

  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), resultMs)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <button
      type="button"
      // The name contains the visible label, so that it can be clicked by voice.
      aria-label={state === 'ready' ? `Copy ${name}` : `${labels[state]}: ${name}`}
      onClick={async () =>
        setState((await copyText(typeof value === 'string' ? value : value())) ? 'copied' : 'failed')
      }
      className={classNames(
        'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-transparent px-2 text-sm transition-colors',
        'duration-150 hover:border-edge',
        state === 'ready' ? 'text-soft hover:text-ink' : state === 'copied' ? 'text-done' : 'text-limit',
        className,
      )}
    >
      {state === 'copied' ? <CheckIcon /> : <CopyIcon />}
      <span aria-hidden="true">
        <SteadyLabel labels={Object.values(labels)} shown={labels[state]} className="text-left" />
      </span>
      <span role="status" className="sr-only">
        {state === 'copied' && `${name} copied`}
        {state === 'failed' && `${name} couldn’t be copied. Select and copy it manually.`}
      </span>
    </button>
  )
}

/** Copies text to the clipboard, even on a page served over plain HTTP, where the Clipboard API is missing. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const holder = document.createElement('textarea')
  holder.value = text
  holder.className = 'sr-only'
  document.body.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
