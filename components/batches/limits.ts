/** The most lines in a part: ten chunks of a batch. */
export const maxPartLines = 10_000

/** The most bytes in a part, with room left for the rest of its request. */
export const maxPartBytes = 3_500_000

/** The largest file that a browser can still read and cut into parts. */
export const maxFileBytes = 200_000_000

/** The most rows of a workbook that a browser can still make. */
export const maxSheetRows = 100_000

/** How many results are fetched at once for display. */
export const shownRows = 100
