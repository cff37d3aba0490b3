import { PinrefError } from '@/server/errors'

/** `listing_not_found`: the source says that no such listing exists, or that it no longer does. */
export class NoSuchListing extends PinrefError {
  /** The place id by which the source last knew it, if the caller did not give one; null if none is known. */
  readonly lastPlaceId: string | null

  constructor(lastPlaceId: string | null = null) {
    super(
      'listing_not_found',
      'Google Maps has no such listing, or no longer has it. Open it in Google Maps, choose Share and paste the new link.',
    )
    this.lastPlaceId = lastPlaceId
  }
}
