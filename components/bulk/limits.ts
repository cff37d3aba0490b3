/** The maximum number of lookups in one run of the bulk page. */
export const maxLookups = 1_000
