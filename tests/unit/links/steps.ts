import { readOrNull } from './reading'

type Callback = (...values: unknown[]) => unknown

/** Counts the steps it takes to read text. */
export const stepsToRead = (text: string): number => stepsOf(() => readOrNull(text))

/**
 * Counts the steps that a function takes. Unlike time, they are the same on every machine: characters that patterns,
 * splits, and decoders process, elements passed to callbacks, and bytes allocated for a decompressor.
 */
export function stepsOf(run: () => unknown): number {
  let steps = 0
  const undo: Array<() => void> = []

  function replace(owner: object, name: string, wrap: (original: Callback) => Callback): void {
    const original = Reflect.get(owner, name)
    Reflect.set(owner, name, wrap(original))
    undo.push(() => Reflect.set(owner, name, original))
  }

  const countText = (original: Callback): Callback =>
    function (this: unknown, ...values) {
      steps += typeof this === 'string' || this instanceof String ? this.length : String(values[0]).length
      return original.apply(this, values)
    }
  const countCalls = (original: Callback): Callback =>
    function (this: unknown, callback, ...values) {
      const counted: Callback = (...elements) => {
        steps += 1
        return (callback as Callback)(...elements)
      }
      return original.call(this, counted, ...values)
    }
  const countMatch = (original: Callback): Callback =>
    function (this: unknown, ...values) {
      const { sticky, global, lastIndex } = this as RegExp
      const match = original.apply(this, values) as RegExpExecArray | null
      const start = sticky || global ? lastIndex : 0
      if (sticky) steps += 1 + (match?.[0].length ?? 0)
      else steps += match ? match.index - start + match[0].length : String(values[0]).length - start
      return match
    }
  const countBytes = (original: Callback): Callback =>
    function (this: unknown, ...values) {
      steps += (this as Uint8Array).length
      return original.apply(this, values)
    }

  replace(RegExp.prototype, 'exec', countMatch)
  replace(globalThis, 'decodeURIComponent', countText)
  for (const name of ['replaceAll', 'toLowerCase', 'trim', 'normalize']) replace(String.prototype, name, countText)
  for (const name of ['every', 'some', 'find', 'findIndex', 'map', 'filter', 'flatMap'])
    replace(Array.prototype, name, countCalls)
  for (const name of ['subarray', 'slice', 'set'])
    replace(Object.getPrototypeOf(Uint8Array.prototype), name, countBytes)
  try {
    run()
  } finally {
    for (const restore of undo) restore()
  }
  return steps
}
