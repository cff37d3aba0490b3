import type { ApiRequest } from '@/components/samples/request-samples'
import type { ListingView } from './listing-rows'

/** What the kit of tools under an answer works on. */
export interface KitProps {
  listing: ListingView
  /** The call that the answer came from. */
  request: Pick<ApiRequest, 'path' | 'body'>
  /** Whether the page's address leads back to this answer. */
  shareable?: boolean
}
