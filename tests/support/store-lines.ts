/** Returns the states of the store in a server's log, in order, as in `unreachable`, from its standard error. */
export const loggedStates = (errors: string): string[] => storeLines(errors).map(({ store }) => store)

/** Returns the log lines about the state of the store, from a server's standard error. */
export const storeLines = (errors: string): Array<{ level: string; store: string; message: string }> =>
  errors
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter(({ store }) => store !== undefined)
