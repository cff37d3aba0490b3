'use client'

import { useEffect, useRef } from 'react'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { type ApiKey, dayWords, endOf, endWords, usedWords } from './key-facts'
import { RenameForm } from './rename-form'

interface KeyCardProps {
  apiKey: ApiKey
  /** Whether its name is being edited; `busy` and `error` are those of the renaming. */
  renaming: boolean
  busy: boolean
  error: CallError | null
  onStartRename: () => void
  onStopRename: () => void
  onRename: (name: string) => void
  onRotate: () => void
  onRevoke: () => void
}

/** One key: its name, use and expiry, with buttons to rename, rotate and revoke it. */
export function KeyCard(props: KeyCardProps) {
  const { apiKey, renaming, busy, error, onStartRename, onStopRename, onRename, onRotate, onRevoke } = props
  const { name, start, created } = apiKey
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !renaming) renameButton.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])

  const nowSeconds = Date.now() / 1000
  const end = endOf(apiKey, nowSeconds)
  return (
    <Card>
      <article aria-label={name} className="p-4 sm:p-5">
        {renaming ? (
          <RenameForm name={name} busy={busy} error={error} onRename={onRename} onClose={onStopRename} />
        ) : (
          <>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h3 className={classNames('font-semibold [overflow-wrap:anywhere]', end === 'over' && 'text-soft')}>
                {name}
              </h3>
              <p className="font-mono text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
                {start}
                <span aria-hidden="true">…</span>
              </p>
            </div>
            <p className="mt-2 text-sm">{usedWords(apiKey, nowSeconds)}</p>
            <p className="mt-0.5 text-sm text-soft">
              Created {dayWords(created)} ·{' '}
              <span className={classNames((end === 'soon' || end === 'over') && 'font-medium text-limit')}>
                {endWords(apiKey, nowSeconds)}
              </span>
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button ref={renameButton} onClick={onStartRename} aria-label={`Rename ${name}`}>
                Rename
              </Button>
              {end !== 'over' && (
                <Button onClick={onRotate} aria-label={`Rotate ${name}`}>
                  Rotate
                </Button>
              )}
              <Button onClick={onRevoke} aria-label={`Revoke ${name}`}>
                Revoke
              </Button>
            </div>
          </>
        )}
      </article>
    </Card>
  )
}
