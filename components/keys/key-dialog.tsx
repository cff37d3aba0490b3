'use client'

import type { ApiKey } from './key-facts'
import type { Step } from './key-menu'
import { LimitsDialog } from './limits-dialog'
import type { NewKey } from './new-key-card'
import { NewKeyDialog } from './new-key-dialog'
import { RenameDialog } from './rename-dialog'
import { RevokeDialog } from './revoke-dialog'
import { RotateDialog } from './rotate-dialog'
import type { Keys, LimitsInput } from './use-keys'

/** What is asked for: a new key, or a step with one that there is. */
export type Asking = { step: 'new' } | { step: Step; key: ApiKey }

interface KeyDialogProps {
  asking: Asking
  keys: Keys
  onMade: (made: NewKey) => void
  onChanged: (words: string) => void
  onRevoked: (key: ApiKey) => void
  onClose: () => void
}

/** The dialog of a step. It closes once the step is taken. */
export function KeyDialog({ asking, keys, onMade, onChanged, onRevoked, onClose }: KeyDialogProps) {
  const { create, rename, setLimits, rotate, revoke } = keys
  const then = <Answer,>(act: (answer: Answer) => void) => ({
    onSuccess: (answer: Answer) => {
      onClose()
      act(answer)
    },
  })
  if (asking.step === 'new') {
    const onCreate: Parameters<typeof NewKeyDialog>[0]['onCreate'] = (input) => {
      const title = `The ${input.test ? 'test key' : 'key'} “${input.name.trim()}”`
      create.mutate(
        input,
        then(({ limitNote, ...made }) => onMade({ ...made, title, note: limitNote })),
      )
    }
    return <NewKeyDialog busy={create.isPending} error={create.error} onCreate={onCreate} onClose={onClose} />
  }

  const { step, key } = asking
  const { id, name } = key
  const stateOf = ({ isPending, error }: Pick<Keys[Exclude<keyof Keys, 'list'>], 'isPending' | 'error'>) => ({
    ...{ apiKey: key, busy: isPending, error, onClose },
  })
  switch (step) {
    case 'rename': {
      const renamed = (next: string) => then(() => onChanged(`“${name}” is now “${next.trim()}”.`))
      return <RenameDialog {...stateOf(rename)} onRename={(next) => rename.mutate({ id, name: next }, renamed(next))} />
    }
    case 'limits': {
      const saved = then(({ limitNote }: { limitNote: string | null }) =>
        onChanged(`The limits of “${name}” are saved. ${limitNote ?? ''}`.trim()),
      )
      const onSave = (limits: LimitsInput) => setLimits.mutate(limits, saved)
      return <LimitsDialog {...stateOf(setLimits)} onSave={onSave} />
    }
    case 'rotate': {
      const rotated = then((made: Pick<NewKey, 'id' | 'key'>) =>
        onMade({ ...made, title: `The new “${name}”`, note: null }),
      )
      const onRotate = (overlapDays: number) => rotate.mutate({ id, overlapDays }, rotated)
      return <RotateDialog {...stateOf(rotate)} onRotate={onRotate} />
    }
    case 'revoke':
      return (
        <RevokeDialog
          {...stateOf(revoke)}
          onRevoke={() =>
            revoke.mutate(
              { id },
              then(() => onRevoked(key)),
            )
          }
        />
      )
  }
}
