import { createHmac, type KeyObject } from 'node:crypto'

/** Tells secrets apart without telling anything about them: 43 characters base64url. */
export const fingerprint = (secret: string | KeyObject): string =>
  createHmac('sha256', secret).update('pinref fingerprint').digest('base64url')

/** As much of a fingerprint as tells a few secrets apart, and as an operator copies. */
export const codeLength = 8
