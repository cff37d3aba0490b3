import { describe, expect, it } from 'vitest'
import { cellBytes, cidBytes, type Piece, readIdentifierBytes } from '@/components/listings/identifier-bytes'

const operaHouse = readIdentifierBytes('3545450935484072529', '0x3133f8d75a1ac251', 'ChIJ3S-JXmauEmsRUcIaWtf4MzE')
const text = (pieces: Piece[] | null) => pieces?.map((piece) => piece.text).join('')
/** Returns the characters in an identifier that encode a byte. */
const spelling = (pieces: Piece[] | null, byte: number) =>
  text(pieces?.filter(({ bytes }) => bytes.includes(byte)) ?? [])

describe('readIdentifierBytes', () => {
  it('cuts each identifier into pieces that join back into the original', () => {
    expect(text(operaHouse.cell)).toBe('0x6b12ae665e892fdd')
    expect(text(operaHouse.placeId)).toBe('ChIJ3S-JXmauEmsRUcIaWtf4MzE')
    expect(text(operaHouse.hexCid)).toBe('0x3133f8d75a1ac251')
    expect(text(operaHouse.cid)).toBe('3545450935484072529')
  })

  it('finds the same byte in hexadecimal and in the place id, which stores bytes in reverse', () => {
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

  it('maps each byte of the cell and the CID to two characters of the place id, and none to its fixed parts', () => {
    for (const byte of [...cellBytes, ...cidBytes]) expect(spelling(operaHouse.placeId, byte)).toMatch(/^..$/)
    const fixed = operaHouse.placeId?.filter(({ bytes }) => bytes.length === 0).map((piece) => piece.text)
    expect(fixed).toEqual(['ChIJ', 'R'])
  })

  it('maps every digit of the decimal CID to all bytes of the CID', () => {
    expect(operaHouse.cid.map((piece) => piece.text)).toEqual(['3', '545', '450', '935', '484', '072', '529'])
    expect(operaHouse.cid.every(({ bytes }) => bytes === cidBytes)).toBe(true)
  })

  it('finds the right bytes in hexadecimal without leading zeros', () => {
    const { hexCid } = readIdentifierBytes('577081764478228886', '0x8024629be3e9996', null)
    expect(text(hexCid)).toBe('0x8024629be3e9996')
    expect(spelling(hexCid, 8)).toBe('8')
    expect(spelling(hexCid, 9)).toBe('02')
    const one = readIdentifierBytes('1', '0x1', null)
    expect(spelling(one.hexCid, 15)).toBe('1')
    expect(spelling(one.hexCid, 8)).toBe('')
  })

  it('puts gaps between groups of digits and between the parts of a place id', () => {
    const grouped = (pieces: Piece[] | null) => pieces?.map(({ text, gap }) => (gap ? ` ${text}` : text)).join('')
    expect(grouped(operaHouse.cid)).toBe('3 545 450 935 484 072 529')
    expect(grouped(operaHouse.hexCid)).toBe('0x3133 f8d7 5a1a c251')
    expect(grouped(operaHouse.placeId)).toBe('ChIJ 3S-JXmauEms R UcIaWtf4MzE')
  })

  it('has no cell and no place id for a bare CID', () => {
    const bare = readIdentifierBytes('3545450935484072529', '0x3133f8d75a1ac251', null)
    expect(bare.cell).toBeNull()
    expect(bare.placeId).toBeNull()
    expect(text(bare.hexCid)).toBe('0x3133f8d75a1ac251')
  })
})
