import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

const control =
  'block w-full rounded-md border border-edge bg-paper px-3.5 text-base text-ink transition-colors duration-150 ' +
  'hover:border-ink focus-visible:border-ink aria-invalid:border-limit'

interface Labelled {
  id: string
  label: ReactNode
}

function Label({ id, label }: Labelled) {
  return (
    <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
      {label}
    </label>
  )
}

/** Machine-readable text must not be corrected or completed. */
const verbatim = { autoComplete: 'off', autoCorrect: 'off', autoCapitalize: 'none', spellCheck: false } as const

export function TextField({ id, label, className, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <div>
      <Label id={id} label={label} />
      <input id={id} {...verbatim} className={classNames(control, 'h-12', className)} {...rest} />
    </div>
  )
}

export function TextBox({ id, label, className, ...rest }: Labelled & ComponentProps<'textarea'>) {
  return (
    <div>
      <Label id={id} label={label} />
      <textarea
        id={id}
        {...verbatim}
        className={classNames(control, 'resize-none py-3 font-mono leading-6', className)}
        {...rest}
      />
    </div>
  )
}

export function Select({ id, label, className, ...rest }: Labelled & ComponentProps<'select'>) {
  return (
    <div>
      <Label id={id} label={label} />
      <select id={id} className={classNames(control, 'h-12', className)} {...rest} />
    </div>
  )
}
