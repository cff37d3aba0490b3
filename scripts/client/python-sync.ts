/** What differs between asynchronous and synchronous Python. The source uses each of these in the same way everywhere. */
const replacements: ReadonlyArray<readonly [pattern: RegExp, by: string]> = [
  [/^""".*"""$/m, '"""The methods of `Pinref`, generated from `_async_operations.py`."""'],
  [/^ {4}AsyncIterable,\n/m, ''],
  [/, each,/, ','],
  [/\beach\((\w+)\)/g, '$1'],
  [/Union\[([^\]]+), (Iterable\[\w+\]), AsyncIterable\[\w+\]\]/g, 'Union[$1, $2]'],
  [/Union\[(Iterable\[\w+\]), AsyncIterable\[\w+\]\]/g, '$1'],
  [/\bAsync(?=Iterator|Operations)/g, ''],
  [/\basync (?=def |for )/g, ''],
  [/\bawait /g, ''],
]

/**
 * Returns the synchronous form of a Python module, so that both forms have the same methods, signatures, and docstrings.
 * @param source a module in which `async` and `await` are all that is asynchronous.
 */
export const synchronous = (source: string): string =>
  replacements.reduce((text, [pattern, by]) => text.replace(pattern, by), source)
