import { describe, expect, test } from 'vitest'
import { nameFault, nameOfFile, resultsFileName, tidyName } from '@/server/features/batches/batch'
import { fileHeaders } from '@/server/features/batches/write-results'

const id = 'batch_4fQ0zL2mXb7K9aRt'

describe('a batch name', () => {
  test('has no surrounding spaces or hidden characters, but keeps the joiners in words and emoji', () => {
    expect(tidyName(' \ufeffa\u202eb\u2066c\u00ad\u200b\n')).toBe('abc')
    for (const name of ['👩🏽‍💻 Ελλάδα', 'می‌خواهم', 'Rome “old”']) {
      expect(tidyName(name)).toBe(name)
      expect(nameFault(name)).toBeNull()
    }
  })

  test('is one line of 1 to 100 characters', () => {
    expect(nameFault('🗺'.repeat(100))).toBeNull()
    expect(nameFault('🗺'.repeat(101))).toBe('A name can have at most 100 characters.')
    for (const name of ['', '\u200d', ' \u200c ']) expect(nameFault(name)).toBe('Send a name of 1 to 100 characters.')
    for (const name of ['a\r\nb', 'a\tb', 'a\u2028b', 'a\u0085b', 'a\ud800b'])
      expect(nameFault(name)).toBe('A name must be one line without control characters.')
  })

  test('is the usable part of its file’s name', () => {
    expect(nameOfFile('Berlin-branches.xlsx')).toBe('Berlin-branches.xlsx')
    expect(nameOfFile('Ko\u0308ln\t \u202ecsv.exe')).toBe('Köln  csv.exe')
    expect(nameOfFile('')).toBeNull()
    expect(nameOfFile('\u200b\u0001')).toBeNull()
    expect(nameOfFile(`${'🗺'.repeat(99)} end.csv`)).toBe('🗺'.repeat(99))
  })
})

describe('a results file', () => {
  test.each([
    [null, `${id}.csv`],
    ['Berlin-branches.xlsx', 'Berlin-branches.csv'],
    ['v1.2', 'v1.2.csv'],
    ['../../etc: "passwd"?', '-..-etc- -passwd-.csv'],
    ['a\r\nset-cookie: b', 'a-set-cookie- b.csv'],
    [' .csv', `${id}.csv`],
    ['...', `${id}.csv`],
    ['🗺'.repeat(100), `${'🗺'.repeat(50)}.csv`],
    ['x'.repeat(99) + 'é'.repeat(99), `${'x'.repeat(99)}${'é'.repeat(50)}.csv`],
  ])('is named after its batch: %j gives %j', (name, file) => {
    expect(resultsFileName({ id, name }, 'csv')).toBe(file)
    expect(Buffer.byteLength(file)).toBeLessThan(255)
  })

  test('has a header that no batch name can corrupt', () => {
    const names = Array.from({ length: 0x3000 }, (_, code) => `a${String.fromCodePoint(code)}b`)
    const broken = [...names, 'a"; x="', "a'b'c", '％０ａ', '≮', '\ud800\udfff\udfff'].filter((name) => {
      const [, , , header = ''] = fileHeaders({ id, name }, 'csv')
      const [, encoded] = /^attachment; filename="[^"\\%/]+"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(header) ?? []
      return header.length > 1_000 || decodeURIComponent(encoded ?? '') !== resultsFileName({ id, name }, 'csv')
    })
    expect(broken).toEqual([])
  })
})
