import * as z from 'zod'
import type { Cid } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { type Answer, json } from './answer'
import { simulatedStatuses } from './listings'
import { type KnownPlace, placeOf } from './places/find'
import { movedTo } from './places/special'

/** A change to a listing, by any place id of its CID. Without the other fields, restores the listing. */
const change = z.strictObject({
  place_id: z.string(),
  /** The new place id: another listing's if the listing was merged into it, otherwise one of its own CID. */
  moved_to: z.string().nullish(),
  gone: z.boolean().optional(),
  /** Closes or reopens the business. */
  business_status: z.enum(simulatedStatuses).optional(),
})

const sent = z.union([change, z.array(change)])

export type ListingChange = z.input<typeof change>

/** The listings that have been changed. */
export class ListingChanges {
  private readonly places = new Map<Cid, KnownPlace | null>()

  /** Returns a CID's current place; null if there is none. */
  readonly placeOf = (cid: Cid): KnownPlace | null => {
    const changed = this.places.get(cid)
    return changed === undefined ? placeOf(cid) : changed
  }

  /** Changes listings. @throws Error for an unknown place id. */
  make(changes: readonly ListingChange[]): void {
    for (const { place_id, moved_to = null, gone = false, business_status } of changes) {
      const place = originalOf(place_id)
      this.places.delete(place.listing.cid)
      if (gone) this.places.set(place.listing.cid, null)
      else if (moved_to !== null) this.places.set(place.listing.cid, moved(place, moved_to))
      else if (business_status)
        this.places.set(place.listing.cid, { ...place, listing: { ...place.listing, businessStatus: business_status } })
    }
  }

  clear(): void {
    this.places.clear()
  }

  /** `POST /control/listings`: a change or a list of changes. */
  serve(body: string): Answer {
    try {
      const changes = [sent.parse(JSON.parse(body))].flat()
      this.make(changes)
      return json(200, { changed: changes.length })
    } catch (error) {
      return json(400, { error: String(error) })
    }
  }
}

function moved(place: KnownPlace, placeId: string): KnownPlace {
  const { listing } = originalOf(placeId)
  if (listing.cid === place.listing.cid) return { ...place, listing: { ...listing, placeId } }
  return { ...place, ...movedTo(placeId, 'merged into another listing') }
}

function originalOf(placeId: string): KnownPlace {
  const cid = featureIdOf(placeId)?.cid
  const place = cid === undefined ? null : placeOf(cid)
  if (place === null) throw new Error(`No listing has the place id ${placeId}.`)
  return place
}
