/** One field of a protocol buffer message: a varint or 64 bits as a number, or the bytes of a string or a message. */
export interface ProtobufField {
  number: number
  value: bigint | Uint8Array
}

/**
 * Parses an encoded message, one level deep.
 * @returns null unless all bytes belong to the message.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export function readProtobuf(bytes: Uint8Array): ProtobufField[] | null {
  const fields: ProtobufField[] = []
  let at = 0

  function varint(): bigint | null {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) return null
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value < 2n ** 64n ? value : null
    }
    return null
  }

  function take(size: number): Uint8Array | null {
    const taken = bytes.subarray(at, at + size)
    at += size
    return taken.length === size ? taken : null
  }

  function readValue(wireType: number): bigint | Uint8Array | null {
    if (wireType === 0) return varint()
    if (wireType === 1) {
      const fixed = take(8)
      return fixed && new DataView(fixed.buffer, fixed.byteOffset).getBigUint64(0, true)
    }
    const size = wireType === 2 ? varint() : null
    return size !== null && size <= BigInt(bytes.length) ? take(Number(size)) : null
  }

  while (at < bytes.length) {
    const tag = varint()
    if (tag === null || tag > 0xffffffffn) return null
    const value = readValue(Number(tag & 7n))
    if (value === null) return null
    fields.push({ number: Number(tag >> 3n), value })
  }
  return fields
}

/** Returns the only value of a field as text; null if there is none or more than one, or it is not text. */
export function textOf(fields: readonly ProtobufField[], number: number): string | null {
  const [first, second] = fields.filter((field) => field.number === number)
  return first?.value instanceof Uint8Array && !second ? new TextDecoder().decode(first.value) : null
}

/** Returns the only value of a field as a number; null if there is none or more than one, or it is not a number. */
export function numberOf(fields: readonly ProtobufField[], number: number): bigint | null {
  const [first, second] = fields.filter((field) => field.number === number)
  return typeof first?.value === 'bigint' && !second ? first.value : null
}

/** Returns the only value of a field as a message; null if there is none or more than one, or it is not a message. */
export function messageOf(fields: readonly ProtobufField[], number: number): ProtobufField[] | null {
  const [first, second] = fields.filter((field) => field.number === number)
  return first?.value instanceof Uint8Array && !second ? readProtobuf(first.value) : null
}
