/** What the clients in `clients/` call until they are told otherwise. */
const writtenAddress = 'http://localhost:3000'

/** A client's file as this server hands it out: it calls this server. */
export const atAddress = (file: string, base: string): string => file.replaceAll(writtenAddress, base)
