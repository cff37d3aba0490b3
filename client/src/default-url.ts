declare const PINREF_URL: string

/** The server that this package was built for. */
export const defaultUrl: string = PINREF_URL
