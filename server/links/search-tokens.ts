import { decodeBase64Url } from '@/server/identifiers/base64url'
import { cidFromDecimal } from '@/server/identifiers/cid'
import { parseFeatureId } from '@/server/identifiers/feature-id'
import type { Identifier, ValueReader } from './found-identifiers'
import { inflateToken } from './inflate'
import { type ProtobufField, readProtobuf, textOf } from './protobuf'
import type { Work } from './work'

/** Reads `stick=`: base64url of gzip of a message with the feature id in field 4, or the decimal CID in field 3. */
export const stickIn: ValueReader = (value, work) => {
  const fields = fieldsOf(value, 'gzip', work)
  return fields && (featureIdAt(fields, 4) ?? cidAt(fields, 3))
}

/** Reads `gs_ssp=`, set when a suggestion was chosen: base64url of zlib of a message with the feature id in field 7. */
export const suggestionIn: ValueReader = (value, work) => {
  const fields = fieldsOf(value, 'zlib', work)
  return fields && featureIdAt(fields, 7)
}

function fieldsOf(value: string, format: 'gzip' | 'zlib', work: Work): ProtobufField[] | null {
  const bytes = work.inflated(`${format} ${value}`, () => {
    const packed = decodeBase64Url(value)
    return packed && inflateToken(packed, format)
  })
  return bytes && readProtobuf(bytes)
}

function featureIdAt(fields: readonly ProtobufField[], number: number): Identifier | null {
  const id = parseFeatureId(textOf(fields, number) ?? '')
  return id && { kind: 'whole', id, isDigits: false }
}

function cidAt(fields: readonly ProtobufField[], number: number): Identifier | null {
  const cid = cidFromDecimal(textOf(fields, number) ?? '')
  return cid === null ? null : { kind: 'cid', id: { cell: 0n, cid }, isDigits: false }
}
