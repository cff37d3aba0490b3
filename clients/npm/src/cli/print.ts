import { type Cell, type CsvForm, csvForms } from '@/server/platform/runtime/csv'
import type { Output } from './arguments.js'

/** The columns of a CSV, each with the cell of an entry. */
export type Columns<Entry> = ReadonlyArray<[name: string, cell: (entry: Entry) => Cell]>

export const write = (text: string) => process.stdout.write(text)

/** Prints entries as they arrive. With `--json`, prints one array at the end. */
export async function printAll<Entry>(
  entries: AsyncIterable<Entry>,
  columns: Columns<Entry>,
  text: (entry: Entry) => string,
  { output, csv: form }: { output: Output; csv: CsvForm | null },
): Promise<void> {
  const all: Entry[] = []
  const csv = form && csvForms[form]
  if (csv) write(csv.start + csv.rows([columns.map(([name]) => name)]))
  for await (const entry of entries) {
    if (csv) write(csv.rows([columns.map(([, cell]) => cell(entry))]))
    else if (output === 'json') all.push(entry)
    else write(`${output === 'jsonl' ? JSON.stringify(entry) : text(entry)}\n`)
  }
  if (output === 'json') write(`${JSON.stringify(all, null, 2)}\n`)
}
