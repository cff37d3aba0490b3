/** The server address written in the files in `clients/`. */
const writtenAddress = 'http://localhost:3000'

/** Returns a client's file as this server hands it out, with this server's address in it. */
export const atAddress = (file: string, base: string): string => file.replaceAll(writtenAddress, base)
