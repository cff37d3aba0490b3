const english = new Intl.DisplayNames(['en'], { type: 'region' })

/** Country names in addresses, where they differ from the English name. */
const inAddresses: Readonly<Record<string, string[]>> = {
  BR: ['Brasil'],
  GB: ['UK'],
  SA: ['المملكة العربية السعودية'],
  TR: ['Türkiye'],
  US: ['USA'],
}

/** Removes the country from an address if it is the requested region, as Google does. */
export function withoutCountry(address: string, country: string, region: string | null): string {
  if (region?.toUpperCase() !== country) return address
  const names = [english.of(country) ?? country, ...(inAddresses[country] ?? [])]
  const parts = address.split(/, |، /)
  const remaining = parts.filter((part) => !names.includes(part))
  return remaining.length === parts.length ? address : remaining.join(', ')
}
