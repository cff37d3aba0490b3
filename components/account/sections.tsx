'use client'

import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { SendButton, type useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Note } from '@/components/ui/note'
import { type GroupName, type SectionId, SectionIndex, sectionOf, sectionTitles } from './section-index'

/** The section last opened or closed, and how: by the section's button, or by a link. */
interface Move {
  id: SectionId
  by: 'button' | 'link' | 'close'
}

const MoveContext = createContext<{
  move: Move | null
  onMove: (move: Move) => void
  onReach: (id: SectionId) => void
}>({ move: null, onMove: () => {}, onReach: () => {} })

/**
 * The account page's sections, beside their index. At most one section is open, and the URL's fragment identifies it.
 */
export function Sections({ without, children }: { without: readonly SectionId[]; children: ReactNode }) {
  const [move, setMove] = useState<Move | null>(null)
  const [current, setCurrent] = useState<SectionId | null>(null)
  useEffect(() => {
    const follow = () => {
      const id = sectionOf(location.hash)
      if (id) setMove({ id, by: 'link' })
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    if (!move) return
    const { pathname, search } = location
    window.history.replaceState(null, '', pathname + search + (move.by === 'close' ? '' : `#${move.id}`))
  }, [move])
  // If a form finishes after another section opens, that section stays open.
  const onMove = (next: Move) => setMove((last) => (next.by === 'close' && last?.id !== next.id ? last : next))
  return (
    <MoveContext value={{ move, onMove, onReach: setCurrent }}>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionIndex current={current} without={without} onFollow={(id) => onMove({ id, by: 'link' })} />
        <div className="grid max-w-[46rem] min-w-0 content-start gap-7">{children}</div>
      </div>
    </MoveContext>
  )
}

/** A group of sections, under its heading. */
export const Group = ({ name, children }: { name: GroupName; children: ReactNode }) => (
  <div className="grid gap-2.5">
    <h2 className="text-title font-semibold">{name}</h2>
    <Card className="divide-y divide-rule">{children}</Card>
  </div>
)

interface Opened {
  /** Closes the section; typed text remains until the user leaves the page. */
  close: () => void
  /** Closes the section and shows a confirmation. */
  finish: (note: string) => void
}

const OpenedContext = createContext<Opened>({ close: () => {}, finish: () => {} })

/** Returns functions that let a section's content close the section. */
export const useSection = () => useContext(OpenedContext)

interface SectionProps {
  id: SectionId
  /** The current value: "Off". */
  value: ReactNode
  /** The label of the button that opens it: "Change". If omitted, the section doesn't open. */
  opens?: string | null | false
  /** Whether the section opens a form, which has its own cancel button. */
  isForm?: boolean
  /** An action to show instead of the button that opens it. */
  action?: ReactNode
  /** Shown under its row, whether or not it is open. */
  below?: ReactNode
  /** Whether the section's action is destructive. */
  isDangerous?: boolean
  /** Its content. After the section is opened, closing only hides it, so nothing typed is lost. */
  children?: ReactNode
}

/** A section of the account page: a row with its value and a button that opens its form or list in place. */
export function Section({ id, value, opens, isForm = false, action, below, isDangerous, children }: SectionProps) {
  const { move, onMove, onReach } = useContext(MoveContext)
  const [wasOpen, setWasOpen] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const ownId = useId()
  const isOpen = Boolean(opens) && move?.id === id && move.by !== 'close'
  if (isOpen && !wasOpen) setWasOpen(true)
  if (isOpen && note !== null) setNote(null)

  useEffect(() => {
    if (move?.id !== id) return
    if (move.by === 'close') return button.current?.focus()
    const { current } = section
    const isLink = move.by === 'link'
    if (isLink) current?.scrollIntoView({ block: 'start' })
    const field = current?.querySelector<HTMLElement>('[data-panel] input:not([hidden], [type="checkbox"])')
    if (field) field.focus({ preventScroll: isLink })
    else if (isLink) current?.querySelector('h3')?.focus({ preventScroll: true })
  }, [move, id])

  const close = () => onMove({ id, by: 'close' })
  const finish = (text: string) => {
    setNote(text)
    close()
  }
  function onKeyDown(event: KeyboardEvent) {
    // The section's dialogs are elsewhere in the document, and close themselves.
    const isOwn = section.current?.contains(event.target as Node)
    if (event.key === 'Escape' && isOpen && isOwn && !event.defaultPrevented) close()
  }
  const title = sectionTitles[id]
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={`${ownId}-title`}
      onFocus={() => onReach(id)}
      onKeyDown={onKeyDown}
      className="scroll-mt-6 p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        {/* On a phone, the action wraps below a value longer than a few words. */}
        <div className={classNames('min-w-0 flex-1', action ? 'basis-60' : 'basis-40')}>
          <h3
            id={`${ownId}-title`}
            tabIndex={-1}
            className={classNames('font-medium outline-none', isDangerous && 'text-danger')}
          >
            {title}
          </h3>
          <div className="text-sm text-soft [overflow-wrap:anywhere]">{value}</div>
        </div>
        {action}
        {opens && (
          <Button
            ref={button}
            aria-expanded={isOpen}
            aria-controls={wasOpen ? `${ownId}-panel` : undefined}
            aria-label={`${isOpen ? 'Close' : opens} ${title.toLowerCase()}`}
            onClick={() => (isOpen ? close() : onMove({ id, by: 'button' }))}
            hidden={isOpen && isForm}
          >
            {isOpen ? 'Close' : opens}
          </Button>
        )}
      </div>
      <div role="status" className="mt-3 empty:hidden">
        {note !== null && <Note tone="done">{note}</Note>}
      </div>
      {below && <div className="mt-3 grid gap-3 has-[>:empty:only-child]:hidden">{below}</div>}
      {opens && wasOpen && (
        <div data-panel id={`${ownId}-panel`} hidden={!isOpen} className="mt-4 border-t border-rule pt-4">
          <OpenedContext value={{ close, finish }}>
            <div className="grid gap-4 text-sm">{children}</div>
          </OpenedContext>
        </div>
      )}
    </section>
  )
}

interface SectionFormProps {
  form: ReturnType<typeof useForm>
  /** The submit button's label: "Change email", and "Changing email" while busy. */
  action: string
  busyLabel: string
  children?: ReactNode
  /** Called on cancel, in addition to closing the section. */
  onCancel?: () => void
}

/** A section's form: fields, error, and buttons to submit it or to cancel, which clears it. */
export function SectionForm({ form, action, busyLabel, children, onCancel }: SectionFormProps) {
  const { props, busy, fault } = form
  const { close } = useSection()
  return (
    <form {...props} className="grid max-w-[28rem] gap-4">
      {children}
      <FaultNote fault={fault} />
      <div className="flex flex-wrap gap-3">
        <SendButton busy={busy} action={action} busyLabel={busyLabel} className="min-h-10 px-4! py-2! text-sm!" />
        <Button
          onClick={() => {
            props.ref.current?.reset()
            onCancel?.()
            close()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
