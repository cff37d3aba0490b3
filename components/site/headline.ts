/** What Pinref is for, in a few words. The `description` in `package.json` says how. */
export const headline = 'Bring a list of businesses, and keep it right'
