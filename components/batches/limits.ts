/** Lines of a part: ten chunks of a batch. */
export const mostPartLines = 10_000

/** The bytes of a part: what surrounds it in its request needs room too. */
export const mostPartBytes = 3_500_000

/** A file that a browser can still read and cut. */
export const mostFileBytes = 200_000_000

/** Rows of a workbook that a browser can still make. */
export const mostSheetRows = 100_000

/** Results that are fetched at once to be shown. */
export const shownRows = 100
