/** A lookup of a text longer than this has no picture of its own; in UTF-16 units. */
export const longestText = 2_048
