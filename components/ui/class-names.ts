/** Joins the class names that apply; what is false or absent is left out. */
export function classNames(...names: Array<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}
