import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addedHeadings } from '@/server/features/lists/added-columns'
import { bucketOf, type RowFacts, rowBuckets, sumsOf } from '@/server/features/lists/row-state'
import { linesWords, rowsWords } from '@/server/features/lists/sum-words'
import { readWorkbook, type Sheet } from '@/server/features/lists/workbook'
import { docsOrigin } from '../samples/docs-shown'
import { startGate } from '../support/gate'
import { found, headings, linkTo, type MessyRow } from '../support/messy-sheets/cells'
import { csvOf, xlsxOf } from '../support/messy-sheets/files'
import { longSheet, type MessySheet, messySheets } from '../support/messy-sheets/sheets'
import { Person } from '../support/person'
import { runCli, serverForCli, startCli } from './installed'

const server = serverForCli()
const { folder } = server

const bulk = (args: string[]) =>
  runCli(['bulk', ...args], { PINREF_URL: server.url, PINREF_KEY: server.key }, '', folder)
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
const read = (name: string) => readFileSync(join(folder, name))

const csvRows = (name: string) => Papa.parse<string[]>(read(name).toString().replace(/\r\n$/, '')).data
const sheetsOf = async (name: string) => (await readWorkbook(read(name))).sheets

/** Returns the cells of a sheet, without the columns for the links behind its texts. */
function cellsIn(sheet: Sheet | undefined): string[][] {
  const { rows = [], linkColumns = [] } = sheet ?? {}
  const width = Math.max(...rows.map(({ length }) => length)) - linkColumns.length
  return rows.map((row) => row.slice(0, width))
}

/** A table of results: the list's own cells, and each row's values by added heading. */
function results(rows: readonly string[][], headingRow: number) {
  const headings = rows[headingRow - 1] ?? []
  const width = Math.max(...rows.map(({ length }) => length))
  const own = Array.from({ length: width }, (_, index) => index).filter(
    (index) => !addedHeadings.includes(headings[index] ?? ''),
  )
  const cellOf = (row: readonly string[], heading: string) =>
    row[headings.indexOf(heading)]?.replace(/^="(.*)"$/, '$1') ?? ''
  return {
    added: headings.filter((heading) => addedHeadings.includes(heading)).sort(),
    own: rows.map((row) => withoutEnd(own.map((index) => row[index] ?? ''))),
    lines: rows.slice(headingRow).map((row) => {
      const [number, state, reason, match] = ['row', 'state', 'code', 'name_match'].map((name) =>
        cellOf(row, `pinref_${name}`),
      )
      const facts = { state, reason, name_match: match || null } as RowFacts
      return {
        row: Number(number),
        bucket: bucketOf(facts),
        cid: cellOf(row, 'pinref_cid') || null,
        duplicateOf: Number(cellOf(row, 'pinref_duplicate_of')) || null,
      }
    }),
  }
}

const allAdded = [...addedHeadings].sort()

/** Returns a row's cells without empty ones at the end, which a file may omit. */
const withoutEnd = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Returns what has to be found for a sheet's rows below the headings. */
const expectedLines = ({ rows, headingRow }: MessySheet) =>
  rows.slice(headingRow).map(({ bucket, cid, duplicateOf }, index) => ({
    row: headingRow + index + 1,
    bucket,
    cid,
    duplicateOf: duplicateOf ?? null,
  }))

/** Returns the last line that the command prints about a sheet. */
function summary({ rows }: MessySheet, out: string): string {
  const counts = Object.fromEntries(
    rowBuckets.map((bucket) => [bucket, rows.filter((row) => row.bucket === bucket).length]),
  ) as Parameters<typeof sumsOf>[0]
  const sums = sumsOf(counts)
  const duplicates = rows.filter(({ duplicateOf }) => duplicateOf !== undefined).length
  return `${rowsWords(sums)} ${linesWords(sums, duplicates)} The results are in ${out}.`
}

const hasToCheck = ({ rows }: MessySheet) => rows.some(({ bucket }) => !/^(?:heading|blank|found)$/.test(bucket))

describe('pinref bulk on a sheet as people keep it', () => {
  test.each(messySheets.map((sheet) => [sheet.name, sheet] as const))(
    'returns every row and column of “%s” as XLSX, and as CSV',
    async (name, sheet) => {
      write(`${name}.xlsx`, xlsxOf(sheet))
      write(`${name}.csv`, csvOf(sheet))
      const [fromXlsx, fromCsv] = await Promise.all(
        ['xlsx', 'csv'].map((type) => bulk([`${name}.${type}`, '-o', `${name} found.${type}`, '--fallback', 'name'])),
      )
      for (const [result, type] of [
        [fromXlsx, 'xlsx'],
        [fromCsv, 'csv'],
      ] as const) {
        expect(result).toMatchObject({ code: hasToCheck(sheet) ? 1 : 0, stdout: '' })
        expect(result?.stderr.trimEnd().split('\n').at(-1)).toBe(summary(sheet, `${name} found.${type}`))
      }
      const isNamed = sheet.headingRow > 0
      const withHeadings = (rows: string[][]) => (isNamed ? rows : [['Column 1'], ...rows])
      const heading = Math.max(1, sheet.headingRow)

      const [before, after] = [await sheetsOf(`${name}.xlsx`), await sheetsOf(`${name} found.xlsx`)]
      const at = sheet.coverSheet === undefined ? 0 : 1
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
      expect(after.slice(0, at)).toEqual(before.slice(0, at))
      const inXlsx = results(cellsIn(after[at]), heading)
      expect(inXlsx.added).toEqual(allAdded)
      expect(inXlsx.own).toEqual(results(withHeadings(cellsIn(before[at])), heading).own)
      expect(inXlsx.lines).toEqual(expectedLines(sheet))

      const inCsv = results(csvRows(`${name} found.csv`), heading)
      expect(inCsv.added).toEqual(allAdded)
      expect(inCsv.own).toEqual(results(withHeadings(csvRows(`${name}.csv`)), heading).own)
      expect(inCsv.lines).toEqual(expectedLines(sheet))
    },
  )
})

describe('pinref bulk on a workbook', () => {
  const kundenliste = messySheets.find(({ name }) => name === 'Kundenliste') as MessySheet

  test('replaces the columns of an earlier run, and leaves the rest of the file unchanged', async () => {
    write('first.xlsx', xlsxOf(kundenliste))
    await bulk(['first.xlsx', '-o', 'second.xlsx'])
    const { stderr } = await bulk(['second.xlsx', '-o', 'third.xlsx', '--fallback', 'name'])
    expect(stderr).toMatch(/^Reading links from "Google-Link" \(column F\), names from "Firma" \(column B\), /)
    const [first, third] = [await sheetsOf('first.xlsx'), await sheetsOf('third.xlsx')]
    const table = results(cellsIn(third[0]), kundenliste.headingRow)
    expect(table.added).toEqual(allAdded)
    expect(table.own).toEqual(results(cellsIn(first[0]), kundenliste.headingRow).own)
    expect(table.lines).toEqual(expectedLines(kundenliste))
  })

  test('returns 20,000 rows', async () => {
    const sheet = longSheet()
    write('long.xlsx', xlsxOf(sheet))
    const { stderr } = await bulk(['long.xlsx', '-o', 'long-found.xlsx', '--details', 'none'])
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(summary(sheet, 'long-found.xlsx'))
    expect(results(cellsIn((await sheetsOf('long-found.xlsx'))[0]), 1).lines).toEqual(expectedLines(sheet))
  })

  test('sends only the cells to look up', async () => {
    write('private.xlsx', xlsxOf(kundenliste))
    await bulk(['private.xlsx', '-o', 'private.jsonl', '--name', 'Private'])
    const headers = { 'x-api-key': server.key }
    const { batches } = await (await fetch(`${server.url}/api/batches`, { headers })).json()
    const { id } = batches.find(({ name }: { name: string }) => name === 'Private')
    const page = await (await fetch(`${server.url}/api/batches/${id}/results`, { headers })).json()
    expect(page.results[10].input).toEqual({
      'Google-Link': '',
      Firma: '',
      Straße: '',
      PLZ: '',
      Ort: '',
      Row: '11',
    })
    expect(JSON.stringify(page)).not.toMatch(/Link fehlt|Kundenliste|4712/)
    const [, , , , gasthof] = read('private.jsonl').toString().split('\n')
    expect(JSON.parse(gasthof ?? '').input).toMatchObject({ 'Kd.-Nr.': '4712', Bemerkung: 'Link fehlt' })
  })

  test('writes all rows if it is killed between two pages of results', async () => {
    const person = new Person(server.url, 'workbook@example.com')
    person.origin = docsOrigin
    await person.signUp()
    const { key } = await person.procedure('keys.create', { name: 'Workbook', test: true })
    const lines = Array.from({ length: 3_000 }, (_, index) => String(2 ** 44 + index))
    const own = (cid: string): MessyRow => ({ cells: [cid], bucket: 'found', cid })
    const sheet = { name: 'many', headingRow: 1, columns: { link: 0 }, rows: [headings('cid'), ...lines.map(own)] }
    write('many.xlsx', xlsxOf(sheet as unknown as MessySheet))
    const gate = await startGate(server.url)
    onTestFinished(gate.stop)
    const args = ['bulk', 'many.xlsx', '-o', 'many-found.xlsx', '--details', 'none']
    const env = { PINREF_URL: gate.url, PINREF_KEY: key }
    const withheld = gate.closeAt(/^GET .*\/results\?after=[1-9]/, 2)
    const { process: child, ended } = startCli(args, env, '', folder)
    await withheld
    child.kill('SIGKILL')
    await ended
    gate.open()
    expect(existsSync(join(folder, 'many-found.xlsx'))).toBe(false)
    const { after } = JSON.parse(read('many-found.xlsx.pinref.json').toString())
    expect(after).toBeGreaterThan(0)
    expect(after).toBeLessThan(3_000)
    expect((await runCli(args, env, '', folder)).code).toBe(0)
    const table = results(cellsIn((await sheetsOf('many-found.xlsx'))[0]), 1)
    expect(table.lines.map(({ row, cid }) => [row, cid])).toEqual(lines.map((cid, index) => [index + 2, cid]))
    for (const left of ['many-found.xlsx.pinref.json', 'many-found.xlsx.pinref.jsonl'])
      expect(existsSync(join(folder, left)), left).toBe(false)
  })

  test('reads the columns, the heading row, and the sheet that are named', async () => {
    const rows = [
      headings('Kunden', 'Alt', 'Neu', 'Ort', 'Straße'),
      found('Beuster', 'Beuster', linkTo.cid('Big Ben'), linkTo.cid('Beuster'), 'Berlin', 'Weserstr. 32'),
    ]
    const sheet = { name: 'Kunden', headingRow: 1, columns: messySheets[0]?.columns, rows, coverSheet: 'Info' }
    write('named.xlsx', xlsxOf(sheet as MessySheet))
    const columns = [
      '--column',
      'Neu',
      '--name-column',
      'Kunden',
      '--address-column',
      'Straße',
      '--address-column',
      'Ort',
    ]
    const run = (...args: string[]) =>
      bulk(['named.xlsx', '-o', 'named.jsonl', '--force', '--details', 'none', ...args])
    expect(await run('--sheet', 'Kunden', ...columns)).toMatchObject({
      code: 0,
      stderr: '2 rows: 1 heading, 1 line. 1 found. The results are in named.jsonl.\n',
    })
    expect(JSON.parse(read('named.jsonl').toString().split('\n')[1] ?? '')).toMatchObject({
      row: 2,
      input: { Alt: linkTo.cid('Big Ben'), Neu: linkTo.cid('Beuster') },
      name_match: null,
    })
    for (const [args, sentence] of [
      [['--sheet', '3'], 'named.xlsx has no sheet "3". The sheets are "Info", "Kunden".'],
      [
        ['--sheet', '2', '--column', 'New'],
        'There is no column "New". The columns are "Kunden", "Alt", "Neu", "Ort", "Straße".',
      ],
      [['--heading-row', 'x'], '--heading-row must be the number of a row, or 0 for none. See "pinref --help".'],
      [
        ['--fallback', 'name'],
        '--fallback name searches for names, which requires --details full. See "pinref --help".',
      ],
    ] as const)
      expect(await run(...args), args.join(' ')).toMatchObject({ code: 2, stderr: `pinref: ${sentence}\n` })
  })

  test('explains why a file can’t be read or written as a workbook, and sends nothing', async () => {
    const compoundFile = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(504))
    const other = 'is not a workbook or text. Save it as XLSX or CSV, then try again.'
    for (const [name, content, sentence] of [
      ['empty.xlsx', '', `empty.xlsx ${other}`],
      ['document.xlsx', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', `document.xlsx ${other}`],
      ['binary.csv', Uint8Array.of(0, 1, 2, 3), `binary.csv ${other}`],
      ['cut.xlsx', xlsxOf(kundenliste).slice(0, 900), /^pinref: cut\.xlsx: .*XLSX.*\n$/],
      ['locked.xlsx', compoundFile, /^pinref: locked\.xlsx: .*password.*\n$/],
      ['empty.csv', '', 'empty.csv has no lines to look up.'],
      [
        'huge.txt',
        'cid:1\n'.repeat(300_001),
        'never.xlsx can have at most 300,000 rows. Choose a results file that ends in .csv.',
      ],
    ] as const) {
      write(name, content)
      const { code, stderr } = await bulk([name, '-o', 'never.xlsx'])
      if (typeof sentence === 'string') expect(stderr).toBe(`pinref: ${sentence}\n`)
      else expect(stderr).toMatch(sentence)
      expect(code, name).toBe(2)
    }
    expect(existsSync(join(folder, 'never.xlsx'))).toBe(false)
    expect(existsSync(join(folder, 'never.xlsx.pinref.json'))).toBe(false)
  })
})
