import { describe, expect, it } from 'vitest'
import { cellBytes, cidBytes, type Piece, readIdentifierBytes } from '@/components/listing/identifier-bytes'

const operaHouse = readIdentifierBytes('3545450935484072529', '0x3133f8d75a1ac251', 'ChIJ3S-JXmauEmsRUcIaWtf4MzE')
const text = (pieces: Piece[] | null) => pieces?.map((piece) => piece.text).join('')
/** Returns the characters of an identifier that encode a byte. */
const spelling = (pieces: Piece[] | null, byte: number) =>
  text(pieces?.filter(({ bytes }) => bytes.includes(byte)) ?? [])

describe('readIdentifierBytes', () => {
  it('shows every identifier as it is, whatever it is cut into', () => {
    expect(text(operaHouse.cell)).toBe('0x6b12ae665e892fdd')
    expect(text(operaHouse.placeId)).toBe('ChIJ3S-JXmauEmsRUcIaWtf4MzE')
    expect(text(operaHouse.hexCid)).toBe('0x3133f8d75a1ac251')
    expect(text(operaHouse.cid)).toBe('3545450935484072529')
  })

  it('points at the same byte in hexadecimal and in the place id, which is packed backwards', () => {
    // 0a 12 09 | dd 2f 89 5e 66 ae 12 6b | 11 | 51 c2 1a 5a d7 f8 33 31: the lowest byte of each number comes first.
    expect(spelling(operaHouse.cell, 7)).toBe('dd')
    expect(spelling(operaHouse.placeId, 7)).toBe('3S')
    expect(spelling(operaHouse.cell, 0)).toBe('6b')
    expect(spelling(operaHouse.placeId, 0)).toBe('ms')
    expect(spelling(operaHouse.hexCid, 15)).toBe('51')
    expect(spelling(operaHouse.placeId, 15)).toBe('Uc')
    expect(spelling(operaHouse.hexCid, 8)).toBe('31')
    expect(spelling(operaHouse.placeId, 8)).toBe('zE')
  })

  it('spells every byte of both numbers in the place id, and nothing with its fixed parts', () => {
    for (const byte of [...cellBytes, ...cidBytes]) expect(spelling(operaHouse.placeId, byte)).toMatch(/^..$/)
    const fixed = operaHouse.placeId?.filter(({ bytes }) => bytes.length === 0).map((piece) => piece.text)
    expect(fixed).toEqual(['ChIJ', 'R'])
  })

  it('lights all digits of the decimal at once, since each depends on every byte', () => {
    expect(operaHouse.cid.map((piece) => piece.text)).toEqual(['3', '545', '450', '935', '484', '072', '529'])
    expect(operaHouse.cid.every(({ bytes }) => bytes === cidBytes)).toBe(true)
  })

  it('keeps bytes in their place where hexadecimal is written without its leading zeros', () => {
    const { hexCid } = readIdentifierBytes('577081764478228886', '0x8024629be3e9996', null)
    expect(text(hexCid)).toBe('0x8024629be3e9996')
    expect(spelling(hexCid, 8)).toBe('8')
    expect(spelling(hexCid, 9)).toBe('02')
    const one = readIdentifierBytes('1', '0x1', null)
    expect(spelling(one.hexCid, 15)).toBe('1')
    expect(spelling(one.hexCid, 8)).toBe('')
  })

  it('helps the eye at the places where an identifier has parts', () => {
    const grouped = (pieces: Piece[] | null) => pieces?.map(({ text, gap }) => (gap ? ` ${text}` : text)).join('')
    expect(grouped(operaHouse.cid)).toBe('3 545 450 935 484 072 529')
    expect(grouped(operaHouse.hexCid)).toBe('0x3133 f8d7 5a1a c251')
    expect(grouped(operaHouse.placeId)).toBe('ChIJ 3S-JXmauEms R UcIaWtf4MzE')
  })

  it('leaves the cell open for a bare CID', () => {
    const bare = readIdentifierBytes('3545450935484072529', '0x3133f8d75a1ac251', null)
    expect(bare.cell).toBeNull()
    expect(bare.placeId).toBeNull()
    expect(text(bare.hexCid)).toBe('0x3133f8d75a1ac251')
  })
})
