import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

const control =
  'block w-full rounded-md border border-edge bg-paper px-3.5 text-base text-ink transition-colors duration-150 ' +
  'hover:border-ink focus-visible:border-ink aria-invalid:border-limit'

interface NoteProps {
  id: string
  /** Shown under the field, unless it has an error. */
  hint?: ReactNode
  fault?: string | null | undefined
}

interface Labeled extends NoteProps {
  label: ReactNode
}

/** A field's hint or error, for its `aria-describedby`. */
export const FieldNote = ({ id, hint, fault }: NoteProps) =>
  (fault ?? hint) && (
    <p id={`${id}-note`} className={`mt-1.5 text-sm ${fault ? 'font-medium text-limit' : 'text-soft'}`}>
      {fault ?? hint}
    </p>
  )

/** Returns the attributes that link a control to its note: `aria-describedby` and `aria-invalid`. */
export const noteAttributes = ({ id, hint, fault }: NoteProps) => ({
  'aria-invalid': fault ? true : undefined,
  'aria-describedby': fault || hint ? `${id}-note` : undefined,
})

function Field({ children, label, ...note }: Labeled & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={note.id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldNote {...note} />
    </div>
  )
}

/** Machine-readable text must not be corrected or completed. */
const verbatim = { autoComplete: 'off', autoCorrect: 'off', autoCapitalize: 'none', spellCheck: false } as const

export function TextField({ id, label, hint, fault, className, ...rest }: Labeled & ComponentProps<'input'>) {
  const note = { id, hint, fault }
  return (
    <Field label={label} {...note}>
      <input
        id={id}
        {...verbatim}
        {...noteAttributes(note)}
        className={classNames(control, 'h-12', className)}
        {...rest}
      />
    </Field>
  )
}

export function TextBox({ id, label, hint, fault, className, ...rest }: Labeled & ComponentProps<'textarea'>) {
  const note = { id, hint, fault }
  return (
    <Field label={label} {...note}>
      <textarea
        id={id}
        {...verbatim}
        {...noteAttributes(note)}
        className={classNames(control, 'resize-none py-3 font-mono leading-6', className)}
        {...rest}
      />
    </Field>
  )
}

export function Select({ id, label, hint, fault, className, ...rest }: Labeled & ComponentProps<'select'>) {
  const note = { id, hint, fault }
  return (
    <Field label={label} {...note}>
      <select id={id} {...noteAttributes(note)} className={classNames(control, 'h-12', className)} {...rest} />
    </Field>
  )
}
