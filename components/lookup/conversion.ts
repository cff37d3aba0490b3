import { PinrefError } from '@/server/errors'
import { convert } from '@/server/listings/convert'
import type { ListingHosts } from '@/server/listings/listing'
import type { Conversion } from '@/server/listings/shapes'

/** The result of converting a CID, or what is wrong with it in the API's words. */
export type Converted = { conversion: Conversion; fault: null } | { conversion: null; fault: string }

export function converted(text: string, hosts: ListingHosts): Converted {
  try {
    return { conversion: convert(text.trim(), hosts), fault: null }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    return { conversion: null, fault: error.message }
  }
}
