/** The questions in docs/contributing.md, “Add an entry point”. */
export const columns = {
  who: 'Access',
  costs: 'Cost to the caller',
  bytesIn: 'Input',
  cpu: 'CPU',
  stored: 'Storage',
  bytesOut: 'Output',
  time: 'Time limits',
  fair: 'Fairness',
  crash: 'Crashes',
  closed: 'Fails closed',
  seen: 'Visible to',
} as const

export type Column = keyof typeof columns

/** A table row: one entry point, or several with the same cells. An omitted cell follows its column's rule. */
export interface Entrance extends Partial<Record<Column, string>> {
  /** The caller's action. */
  title: string
  /** The names of the entry points, as in `entrancesInCode`. */
  names: readonly string[]
  who: string
}

export const number = (value: number): string => value.toLocaleString('en')

/** `16 KiB`, `4 MiB` */
export const bytes = (value: number): string =>
  value % 1_048_576 === 0 ? `${value / 1_048_576} MiB` : `${number(value / 1_024)} KiB`

/** `10 a minute`, `5 a day`, `100 every 10 s` */
export function rate({ max, windowSeconds }: { max: number; windowSeconds: number }): string {
  const named: Record<number, string> = {
    60: 'a minute',
    600: 'every 10 minutes',
    900: 'every 15 minutes',
    3600: 'an hour',
    86400: 'a day',
  }
  return `${number(max)} ${named[windowSeconds] ?? `every ${number(windowSeconds)} s`}`
}
