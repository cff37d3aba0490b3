import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

interface Ceremony {
  /** The challenge that the server sent. */
  challenge: string
  origin: string
  rpId: string
  /** Whether the device has verified its owner, for example with a PIN. */
  verified?: boolean
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** Encode a byte string, and a text string of fewer than 24 bytes, as CBOR (RFC 8949). */
const bytes = (data: Buffer) => Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 255]), data])
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** A device with one passkey, as described in WebAuthn Level 3: ES256, without attestation. */
export class Authenticator {
  readonly id: Uint8Array
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  /** @param id the credential's id. With another device's id, this device claims the other device's credential. */
  constructor(id: Uint8Array = randomBytes(32)) {
    this.id = id
  }

  /** The credential's id, as the server knows it. */
  get credentialId(): string {
    return base64url(this.id)
  }

  /** Returns the result of `navigator.credentials.create()`, as JSON. */
  create(ceremony: Ceremony) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (coordinate: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(coordinate, 'base64url')])
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a P-256 key for ES256 (RFC 9053).
    const coseKey = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ])
    const idLength = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, coseKey])
    const data = Buffer.concat([this.#data(ceremony, hasCredential), credential])
    const attestation = [
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
    ]
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', ceremony),
      attestationObject: base64url(Buffer.concat(attestation)),
      transports: ['internal'],
    })
  }

  /** Returns the result of `navigator.credentials.get()`, as JSON. */
  get(ceremony: Ceremony) {
    const clientDataJSON = this.#clientData('webauthn.get', ceremony)
    const data = this.#data(ceremony, 0)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const signature = base64url(createSign('sha256').update(signed).sign(this.#keys.privateKey))
    return this.#credential({ clientDataJSON, authenticatorData: base64url(data), signature })
  }

  #data({ rpId, verified = true }: Ceremony, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | userPresent | (verified ? userVerified : 0)]), counter])
  }

  #clientData(type: string, { challenge, origin }: Ceremony): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #credential(response: Record<string, unknown>) {
    const id = this.credentialId
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}
