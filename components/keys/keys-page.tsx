'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { StepProblem } from '@/components/problem/step-problem'
import { classNames } from '@/components/ui/class-names'
import type { Plan } from '@/server/access/plans'
import { CreateKeyForm } from './create-key-form'
import type { ApiKey } from './key-facts'
import { KeyList } from './key-list'
import { type NewKey, NewKeyCard } from './new-key-card'
import { RevokeDialog } from './revoke-dialog'
import { RotateDialog } from './rotate-dialog'
import { useKeys } from './use-keys'
import { Welcome } from './welcome'

interface KeysPageProps {
  /** The public address of this server, for the sample call. */
  apiUrl: string
  /** The plan that was just chosen, if the user comes from choosing one. */
  welcome: Plan | null
}

/** Creates, lists, renames, rotates and revokes keys. */
export function KeysPage({ apiUrl, welcome }: KeysPageProps) {
  const router = useRouter()
  const { list, create, createFirst, rename, rotate, revoke } = useKeys()
  const [made, setMade] = useState<NewKey | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ step: 'rotate' | 'revoke'; key: ApiKey } | null>(null)
  const [said, setSaid] = useState('')
  const copyButton = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  // After choosing a plan there is a first key. The server creates it once, however often the page is opened.
  const wantsFirst = welcome !== null && list.data?.length === 0
  const { mutate: makeFirst } = createFirst
  const askedForFirst = useRef(false)
  useEffect(() => {
    if (!wantsFirst || askedForFirst.current) return
    askedForFirst.current = true
    makeFirst(undefined, { onSuccess: (key) => key && setMade({ ...key, title: 'Your first key' }) })
  }, [wantsFirst, makeFirst])

  // Copying the new key comes next.
  useEffect(() => {
    if (made) copyButton.current?.focus()
  }, [made])

  // The button that had the focus is gone with its key.
  useEffect(() => {
    if (said) title.current?.focus()
  }, [said])

  const ask = (step: 'rotate' | 'revoke', key: ApiKey) => {
    rotate.reset()
    revoke.reset()
    setAsking({ step, key })
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      {/* On a phone a new key has the page to itself until it is dismissed. */}
      <div className={classNames('top-6 min-w-0 lg:sticky', made && 'max-lg:hidden')}>
        <CreateKeyForm
          busy={create.isPending}
          error={create.error}
          first={made === null}
          onCreate={(key, done) =>
            create.mutate(key, {
              onSuccess: (created) => {
                done()
                setMade({ ...created, title: `The key “${key.name.trim()}”` })
              },
            })
          }
        />
      </div>

      <div className="min-w-0">
        {welcome && <Welcome chosen={welcome} />}
        {made && (
          <NewKeyCard
            made={made}
            apiUrl={apiUrl}
            copyRef={copyButton}
            onDone={() => {
              setMade(null)
              title.current?.focus()
              if (welcome) router.replace('/keys', { scroll: false })
            }}
          />
        )}
        {createFirst.error && (
          <div className="mb-6">
            <StepProblem error={createFirst.error} />
          </div>
        )}
        <KeyList
          list={list}
          rename={rename}
          renaming={renaming}
          titleRef={title}
          onRenaming={(id) => {
            rename.reset()
            setRenaming(id)
          }}
          onRename={({ id }, name) => rename.mutate({ id, name }, { onSuccess: () => setRenaming(null) })}
          onRotate={(key) => ask('rotate', key)}
          onRevoke={(key) => ask('revoke', key)}
        />
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>

      {asking?.step === 'rotate' && (
        <RotateDialog
          apiKey={asking.key}
          busy={rotate.isPending}
          error={rotate.error}
          onRotate={(overlapDays) =>
            rotate.mutate(
              { id: asking.key.id, overlapDays },
              {
                onSuccess: (key) => {
                  setAsking(null)
                  setMade({ ...key, title: `The new “${asking.key.name}”` })
                },
              },
            )
          }
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.step === 'revoke' && (
        <RevokeDialog
          apiKey={asking.key}
          busy={revoke.isPending}
          error={revoke.error}
          onRevoke={() =>
            revoke.mutate(
              { id: asking.key.id },
              {
                onSuccess: () => {
                  setAsking(null)
                  setSaid(`“${asking.key.name}” is revoked.`)
                  if (made?.id === asking.key.id) setMade(null)
                },
              },
            )
          }
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
