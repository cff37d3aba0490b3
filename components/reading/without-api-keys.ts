/**
 * Removes the API keys from the links in a string (`key=`, in addresses of the Places API and in embedded maps). Lookups
 * never need API keys, and the text of a lookup goes into the address bar and is saved in the browser.
 */
export const withoutApiKeys = (text: string): string =>
  text.replace(/([?&])key=[^&#\s"'<>\\]*(?:&|(?=[#\s"'<>\\]|$))/gi, '$1')
