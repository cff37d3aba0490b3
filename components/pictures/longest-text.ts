/** A text that is looked up and longer than that has no picture of its own; in UTF-16 units. */
export const longestText = 2_048
