import { describe, expect, test } from 'vitest'
import { type AddedColumn, newWorkbook, readWorkbook, writeWorkbook } from '@/server/features/lists/workbook'
import { moveFormula } from '@/server/features/lists/xlsx/insert-row'
import {
  type PartTexts,
  packParts,
  relationships,
  sheetXml,
  stylesXml,
  unpackParts,
  workbookParts,
} from '@/tests/support/workbooks'

const cid = '17759648132674796470'
const sheetPath = 'xl/worksheets/sheet1.xml'
const linksPath = 'xl/worksheets/_rels/sheet1.xml.rels'

const added: AddedColumn[] = [
  { heading: 'pinref_row', cells: (row) => row },
  { heading: 'pinref_cid', cells: (row) => (row > 3 ? cid : null) },
  { heading: 'pinref_maps_url', cells: (row) => (row > 3 ? { link: `https://maps.example/?cid=${row}&hl=de` } : null) },
]

/** A list as people make it: a title, headings, and what most libraries lose. */
const rows = [
  '<row r="1" spans="1:4" ht="30" customHeight="1"><c r="A1" s="1" t="s"><v>0</v></c></row>',
  '<row r="3"><c r="A3" s="1" t="s"><v>1</v></c><c r="B3" s="1" t="s"><v>2</v></c><c r="C3" s="1" t="s"><v>3</v></c></row>',
  '<row r="4"><c r="A4" t="s"><v>4</v></c><c r="B4" s="2"><v>1067</v></c><c r="C4" t="s"><v>5</v></c><c r="D4" s="1"/></row>',
  '<row r="5" hidden="1"><c r="A5" s="1"><f t="shared" ref="A5:A6" si="0">B5*2</f><v>2</v></c><c r="B5"><v>5822041866838063000</v></c></row>',
  '<row r="6"><c r="A6"><f t="shared" si="0"/><v>4</v></c><c r="B6" t="b"><v>1</v></c><c r="C6" t="e"><v>#N/A</v></c></row>',
]
const before =
  '<dimension ref="A1:C6"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="3" topLeftCell="A4" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="31.7" style="1" customWidth="1"/><col min="2" max="2" hidden="1"/></cols>'
const after =
  '<autoFilter ref="A3:C6"><filterColumn colId="0"><filters><filter val="Anna"/></filters></filterColumn></autoFilter><mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells><conditionalFormatting sqref="B4:B6 D4"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>$B$4</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="C4:C6"><formula1>"ja,nein"</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="C4" r:id="rId1" tooltip="Öffnen"/><hyperlink ref="A6" location="Names!A1"/></hyperlinks><pageMargins left="0.7"/><drawing r:id="rId2"/><legacyDrawing r:id="rId3"/><extLst><ext uri="{1}"><xm:sqref>B4:B6</xm:sqref></ext></extLst>'

const texts = ['Liste', 'Name', 'PLZ', 'Link', 'Anna', 'Maps']

const clientParts = (): PartTexts =>
  workbookParts(
    [sheetXml(rows.join(''), after, before), sheetXml("<row><c><f>SUM('Sheet 1'!B4:B6)</f><v>1</v></c></row>")],
    {
      'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
      'xl/styles.xml': stylesXml(['00000'], [0, 0, 164]),
      'xl/charts/chart1.xml': "<c:chart><c:f>'Sheet 1'!$B$4:$B$6</c:f></c:chart>",
      'xl/drawings/drawing1.xml': '<xdr:from><xdr:col>8</xdr:col><xdr:row>3</xdr:row></xdr:from>',
      'xl/drawings/vml1.vml': '<xml><x:Anchor>1, 15, 2, 10, 3, 31, 6, 9</x:Anchor><x:Row>3</x:Row></xml>',
      'xl/comments1.xml': '<comments><comment ref="A4"><text><t>A4</t></text></comment></comments>',
      'xl/vbaProject.bin': 'macros',
      [linksPath]: relationships(
        ['rId1', 'hyperlink', 'https://maps.example/?cid=1&amp;hl=de'],
        ['rId2', 'drawing', '../drawings/drawing1.xml'],
        ['rId3', 'vmlDrawing', '../drawings/vml1.vml'],
        ['rId4', 'comments', '../comments1.xml'],
      ),
    },
  )

const write = (bytes: Uint8Array, headingRow = 3, columns = added) => writeWorkbook(bytes, 0, { headingRow, columns })
const rowsOf = async (bytes: Uint8Array) => (await readWorkbook(bytes)).sheets[0]?.rows ?? []
/** The tags of cells, and what is in them, by reference. */
const cellsOf = (sheet = '') =>
  new Map(Array.from(sheet.matchAll(/<c r="(\w+)"[^>]*?(?:\/>|>.*?<\/c>)/g), ([cell, reference]) => [reference, cell]))

test('a workbook with added columns has every cell, part, and setting that it had', async () => {
  const parts = clientParts()
  const output = unpackParts(await write(packParts(parts)))
  const edited = [sheetPath, linksPath, 'xl/styles.xml', 'xl/_rels/workbook.xml.rels', '[Content_Types].xml']
  for (const [path, part] of Object.entries(parts))
    if (!edited.includes(path) && path !== 'xl/calcChain.xml') expect(output[path], path).toContain(part)
  const [original, cells] = [cellsOf(parts[sheetPath]), cellsOf(output[sheetPath])]
  for (const [reference, cell] of original) if (reference !== 'D4') expect(cells.get(reference)).toBe(cell)
  const [sheetBefore, sheetAfter] = (output[sheetPath] ?? '').split(/<sheetData>.*<\/sheetData>/)
  expect(sheetBefore).toContain(
    before.replace('A1:C6', 'A1:F6').replace('</cols>', '<col min="4" max="4" width="12" customWidth="1"/>'),
  )
  expect(sheetAfter?.replace(/ xmlns:r="[^"]*"/, '').replace(/<hyperlink ref="F\d" r:id="pinref\d"\/>/g, '')).toContain(
    after,
  )
  expect(output[sheetPath]).toContain('<row r="5" hidden="1">')
  expect(output[linksPath]).toContain('Target="https://maps.example/?cid=1&amp;hl=de" TargetMode="External"')
})

test('a workbook with added columns reads as before, with the columns after the last filled one', async () => {
  const bytes = packParts(clientParts())
  const output = await write(bytes)
  const links = ['', '', '', 'https://maps.example/?cid=1&hl=de', '', '']
  const original = (await rowsOf(bytes)).map((row) => row.slice(0, 3))
  const expected = original.map((row, index) => {
    const number = index + 1
    const cells = [String(number), cid, `https://maps.example/?cid=${number}&hl=de`]
    const own = number === 3 ? added.map(({ heading }) => heading) : number > 3 ? cells : [String(number)]
    return [...row, ...Array(3 - row.length).fill(''), ...own, ...(links[index] ? [links[index]] : [])]
  })
  expect(await rowsOf(output)).toEqual(expected)
})

test('CIDs are text that stays text, links are links, and headings look like the sheet’s own', async () => {
  const output = unpackParts(await write(packParts(clientParts())))
  const cells = cellsOf(output[sheetPath])
  const formats = Array.from(output['xl/styles.xml']?.split('<cellXfs')[1]?.matchAll(/<xf [^>]*>/g) ?? [], String)
  const formatOf = (reference: string) => formats[Number(/ s="(\d+)"/.exec(cells.get(reference) ?? '')?.[1])]
  expect(cells.get('E4')).toContain(`t="inlineStr"><is><t xml:space="preserve">${cid}</t>`)
  expect(formatOf('E4')).toContain('numFmtId="49"')
  expect(formatOf('F4')).toContain('fontId="1"')
  expect(output['xl/styles.xml']).toContain(
    '<font><u/><color rgb="FF0563C1"/><sz val="11"/><name val="Calibri"/></font>',
  )
  expect(cells.get('E3')).toContain(' s="1" ')
  expect(cells.get('D4')).toBe('<c r="D4"><v>4</v></c>')
})

test('a second result replaces the columns of the first, wherever they are, and leaves nothing of it', async () => {
  const first = await write(packParts(clientParts()))
  const moved = unpackParts(first)
  // Someone typed a note to the right of the added columns.
  moved[sheetPath] = moved[sheetPath]?.replace(/(<row r="4">.*?)<\/row>/, '$1<c r="G4"><v>9</v></c></row>') ?? ''
  const columns = [
    { heading: 'pinref_maps_url', cells: (row: number) => (row === 6 ? { link: 'https://new.example/' } : null) },
    { heading: 'pinref_row', cells: () => null },
    { heading: 'pinref_state', cells: () => '=1+1' },
  ]
  const second = await write(packParts(moved), 3, columns)
  expect((await rowsOf(second)).slice(2).map((row) => row.slice(3, 8))).toEqual([
    ['pinref_row', 'pinref_cid', 'pinref_maps_url', '', 'pinref_state'],
    ['', cid, '', '9', '=1+1'],
    ['', cid, '', '', '=1+1'],
    ['', cid, 'https://new.example/', '', '=1+1'],
  ])
  const output = unpackParts(second)
  expect(output[sheetPath]?.match(/<hyperlink ref="F\d+"/g)).toEqual(['<hyperlink ref="F6"'])
  expect(output[linksPath]?.match(/Target="http[^"]*"/g)).toEqual([
    'Target="https://maps.example/?cid=1&amp;hl=de"',
    'Target="https://new.example/"',
  ])
  expect(output['xl/styles.xml']).toBe(moved['xl/styles.xml'])
})

test('the list of formulas is removed, because a program would find formulas missing', async () => {
  const output = unpackParts(await write(packParts(clientParts())))
  expect(output).not.toHaveProperty('xl/calcChain.xml')
  expect(output['[Content_Types].xml']).not.toContain('calcChain')
  expect(output['xl/_rels/workbook.xml.rels']).not.toContain('calcChain')
})

test('a sheet without headings gets a row for them, and everything moves down with its cells', async () => {
  const parts = clientParts()
  parts['xl/workbook.xml'] =
    parts['xl/workbook.xml']?.replace(
      '</sheets>',
      '</sheets><definedNames><definedName name="L">\'Sheet 1\'!$A$4:$B$6</definedName></definedNames>',
    ) ?? ''
  const output = unpackParts(await write(packParts(parts), 0))
  const [head, title, ...others] = await rowsOf(packParts(output))
  expect(head).toEqual(['Column 1', 'Column 2', 'Column 3', ...added.map(({ heading }) => heading)])
  expect(title).toEqual(['Liste', '', '', '1'])
  expect(others[2]?.slice(0, 5)).toEqual(['Anna', '01067', 'Maps', '4', cid])
  const sheet = output[sheetPath]
  expect(sheet).toContain('<pane ySplit="4" topLeftCell="A5" state="frozen"/>')
  expect(sheet).toContain('<row r="6" hidden="1"><c r="A6" s="1"><f t="shared" ref="A6:A7" si="0">B6*2</f><v>2</v></c>')
  expect(sheet).toContain('<mergeCell ref="A2:C2"/>')
  expect(sheet).toContain(
    'sqref="B5:B7 D5"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>$B$5<',
  )
  expect(sheet).toContain('<hyperlink ref="C5" r:id="rId1" tooltip="Öffnen"/><hyperlink ref="A7" location="Names!A1"/>')
  expect(sheet).toContain('<xm:sqref>B5:B7</xm:sqref>')
  expect(output['xl/worksheets/sheet2.xml']).toContain("<row><c><f>SUM('Sheet 1'!B5:B7)</f>")
  expect(output['xl/workbook.xml']).toContain("'Sheet 1'!$A$5:$B$7")
  expect(output['xl/charts/chart1.xml']).toContain("'Sheet 1'!$B$5:$B$7")
  expect(output['xl/drawings/drawing1.xml']).toContain('<xdr:col>8</xdr:col><xdr:row>4</xdr:row>')
  expect(output['xl/drawings/vml1.vml']).toContain('1, 15, 3, 10, 3, 31, 7, 9</x:Anchor><x:Row>4</x:Row>')
  expect(output['xl/comments1.xml']).toContain('<comment ref="A5"><text><t>A4</t>')
})

describe('a formula', () => {
  test.each([
    ['A1+$B$2', 'A2+$B$3'],
    ['SUM(A:A,3:$4,Other!A1:B2,A1)', 'SUM(A:A,4:$5,Other!A1:B2,A2)'],
    [
      "Mine!A1:A2&'mine'!A1&'It''s'!A1&[1]Mine!A1&'[1]Mine'!A1",
      "Mine!A2:A3&'mine'!A2&'It''s'!A1&[1]Mine!A1&'[1]Mine'!A1",
    ],
    ['LOG10(A1)&"A1"&_A1&A1.x&Table1[A1]&ABCD1&Größe1', 'LOG10(A2)&"A1"&_A1&A1.x&Table1[A1]&ABCD1&Größe1'],
    ['1E5+A1048576', '1E5+A1048576'],
  ])('refers to the same cells after a row was inserted: %s', (formula, expected) => {
    expect(moveFormula(formula, 'Mine', true)).toBe(expected)
  })

  test('of another sheet moves only where it names the sheet', () => {
    expect(moveFormula('A1+Mine!A1:B2+A1', 'Mine', false)).toBe('A1+Mine!A2:B3+A1')
  })
})

test('tags keep their prefix, and cells without a reference keep their places', async () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>pinref_cid</x:v></x:c><x:c t="str"><x:v>Name</x:v></x:c></x:row><x:row/><x:row r="3"><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const output = await write(packParts(workbookParts([sheet])), 1)
  expect(await rowsOf(output)).toEqual([
    ['pinref_cid', 'Name', 'pinref_row', 'pinref_maps_url'],
    ['', '', '2'],
    ['', '2', '3'],
  ])
  expect(unpackParts(output)[sheetPath]?.match(/<(?!x:|\?|\/x:)[^>]*>/)).toBe(null)
})

test('new columns are visible in a sheet that hides its unused columns', async () => {
  const hidden = '<cols><col min="3" max="16384" width="9" hidden="1" customWidth="1"/></cols>'
  const sheet = sheetXml('<row><c><v>1</v></c><c><v>2</v></c></row>', '', hidden)
  const output = unpackParts(await write(packParts(workbookParts([sheet])), 1))
  expect(
    output[sheetPath]?.match(/<col .*?\/>/g)?.map((column) => /min="(\d+)" max="(\d+)"/.exec(column)?.[0]),
  ).toEqual(['min="3" max="3"', 'min="4" max="4"', 'min="5" max="5"', 'min="6" max="16384"'])
  expect(output[sheetPath]?.match(/hidden/g)).toHaveLength(1)
})

test('text that XML or Excel reads differently comes back as it was', async () => {
  const text = '<a & "b"> _x0041_ \r\n 😀 '
  const bytes = await newWorkbook([['a'], [`${text}\u0000\ud800`], ['x'.repeat(40_000)]])
  expect(await rowsOf(bytes)).toEqual([['a'], [text], ['x'.repeat(32_767)]])
})

test('a sheet has at most the number of links that Excel allows; a longer list has addresses as text', async () => {
  const links = (count: number) =>
    newWorkbook([['url'], ...Array.from({ length: count }, (_, row) => [{ link: `https://a.example/${row}` }])])
  const [most, tooMany] = [unpackParts(await links(65_530)), unpackParts(await links(65_531))]
  expect(most[sheetPath]?.match(/<hyperlink /g)?.length).toBe(65_530)
  expect(tooMany[sheetPath]).not.toContain('<hyperlink')
  expect(tooMany[sheetPath]).toContain('https://a.example/65530</t>')
})

test('a new workbook has bold headings that stay in view, and text cells', async () => {
  const bytes = await newWorkbook([
    ['shop', 'cid', 'rating', 'url'],
    ['=1+1', '0123', 4.5, { link: 'https://a.example/' }],
    [null, '', null, null],
  ])
  expect(await rowsOf(bytes)).toEqual([
    ['shop', 'cid', 'rating', 'url'],
    ['=1+1', '0123', '4.5', 'https://a.example/'],
  ])
  const output = unpackParts(bytes)
  expect(output[sheetPath]).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(output[sheetPath]).not.toContain('<f>')
  expect(output['xl/styles.xml']).toContain('<font><b/><sz val="11"/>')
})

test('a sheet that cannot take more columns or rows is refused with the reason', async () => {
  const last = packParts(workbookParts([sheetXml('<row><c r="XFC1"><v>1</v></c></row>')]))
  await expect(write(last, 1)).rejects.toThrow(/^This sheet has no free columns/)
  const full = packParts(workbookParts([sheetXml('<row r="1048576"><c r="A1048576"><v>1</v></c></row>')]))
  await expect(write(full, 0)).rejects.toThrow(/^This sheet has no free row/)
})
