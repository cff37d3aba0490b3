import { readFileSync } from 'node:fs'

/** Returns the part of a document from one text to another, without either. @throws Error if a text is missing. */
export function partOf(file: string, from: string, to: string): string {
  const [, after = ''] = readFileSync(file, 'utf8').split(from)
  const [part = '', ...rest] = after.split(to)
  if (part === '' || rest.length === 0) throw new Error(`${file} has no part from “${from}” to “${to}”.`)
  return part
}

/** Returns the lines of the shell blocks in a Markdown text, without comments. */
export const blockCommands = (markdown: string): string[] =>
  [...markdown.matchAll(/^ *```sh\n(.*?)^ *```$/gms)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*/, '').trim())
    .filter(Boolean)

/** Returns all code in the running text of a Markdown text: commands, names, and values, each once. */
export function codeSpans(markdown: string): string[] {
  const text = markdown.replace(/^ *```.*?^ *```$/gms, '')
  return [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' ')))]
}
