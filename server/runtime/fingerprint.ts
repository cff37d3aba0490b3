import { createHmac, type KeyObject } from 'node:crypto'

/** Returns a fingerprint that tells secrets apart without revealing anything about them: 43 characters base64url. */
export const fingerprint = (secret: string | KeyObject): string =>
  createHmac('sha256', secret).update('pinref fingerprint').digest('base64url')

/** How many characters of a fingerprint are enough to tell a few secrets apart, and short enough for an operator to copy. */
export const codeLength = 8
