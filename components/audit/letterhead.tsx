'use client'

import { useEffect, useId, useState } from 'react'
import { type KitSettings, LogoField, longestName, readSettings, saveSettings } from '@/components/kit/settings'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'

/** The name and logo of the person who sends the audit, and a form for them, which isn't printed. */
export function Letterhead() {
  const id = useId()
  const [settings, setSettings] = useState<KitSettings | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isLost, setIsLost] = useState(false)
  useEffect(() => setSettings(readSettings(() => localStorage, navigator.languages)), [])
  const { name, logo } = settings ?? { name: '', logo: null }
  const isEmpty = name === '' && logo === null
  const change = (changes: Partial<KitSettings>) => {
    if (settings === null) return
    const changed = Object.assign({}, settings, changes)
    setSettings(changed)
    setIsLost(!saveSettings(() => localStorage, changed))
  }
  return (
    <div data-audit className={isEmpty ? 'mb-4 print:hidden' : 'mb-4'}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center gap-3">
          {logo && (
            // biome-ignore lint/performance/noImgElement: it is a data URL
            <img
              src={logo.picture}
              alt={name === '' ? 'Logo' : ''}
              width={logo.width}
              height={logo.height}
              // A logo is made for white paper.
              className="h-12 w-auto max-w-48 bg-[white] object-contain print:h-[16mm] print:max-w-[60mm]"
            />
          )}
          {name !== '' && (
            <p dir="auto" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
              {name}
            </p>
          )}
          {settings && isEmpty && <p className="text-sm text-soft">Your own name and logo can appear here.</p>}
        </div>
        <Button
          aria-expanded={isOpen}
          aria-controls={`${id}-form`}
          onClick={() => setIsOpen(!isOpen)}
          className="print:hidden"
        >
          {isOpen ? 'Done' : isEmpty ? 'Add name and logo' : 'Change name and logo'}
        </Button>
      </div>
      <div id={`${id}-form`} hidden={!isOpen} className="print:hidden">
        {isOpen && (
          <div className="mt-2 grid gap-4 rounded-lg border border-rule bg-sheet p-4 sm:grid-cols-2">
            <TextField
              id={`${id}-name`}
              label="Your name or company"
              hint="Printed with the audit, and used in review kits. Saved only in this browser."
              dir="auto"
              maxLength={longestName}
              value={name}
              onChange={({ currentTarget: { value } }) => change({ name: value })}
            />
            <LogoField logo={logo} onChange={(logo) => change({ logo })} />
          </div>
        )}
        <p role="status" className="mt-2 text-sm font-medium text-limit empty:hidden">
          {isLost && 'This browser can’t save the name and logo for your next audit.'}
        </p>
      </div>
    </div>
  )
}
