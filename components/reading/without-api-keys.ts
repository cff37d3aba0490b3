/**
 * A text without the API keys in its links (`key=`, in addresses of the Places API and in embedded maps). Lookups never need
 * them, and what is looked up goes into the address bar and is saved in the browser.
 */
export const withoutApiKeys = (text: string): string =>
  text.replace(/([?&])key=[^&#\s"'<>\\]*(?:&|(?=[#\s"'<>\\]|$))/gi, '$1')
