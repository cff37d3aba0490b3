import type {
  Callback,
  CallbackChanges,
  CallbackSecret,
  CallbackTest,
  CreatedCallback,
  DeletedCallback,
  DeliveriesFilter,
  Delivery,
} from './answers.js'
import type { CallOptions } from './call.js'
import { Entries, type Once, Resource } from './resource.js'

/** The account's callback endpoints. Needs an API key with the operation `callbacks`. */
export class Callbacks extends Resource<Callback, CallbackChanges, DeletedCallback> {
  /** Creates an endpoint. The result contains its secret for `verifyCallback`, which is never returned again. */
  create(settings: { url: string }, options?: Once): Promise<CreatedCallback> {
    return this.createOnce({ ...settings, ...options })
  }

  /** Sends a test event in the background. */
  test(id: string, options?: CallOptions): Promise<CallbackTest> {
    return this.act(id, 'test', options)
  }

  /** Replaces an endpoint's secret. The previous one also signs for a day. */
  rotate(id: string, options?: CallOptions): Promise<CallbackSecret> {
    return this.act(id, 'rotate', options)
  }
}

export interface DeliveriesOptions extends CallOptions, Omit<DeliveriesFilter, 'limit' | 'after'> {}

/** The last deliveries of events, with their tries. Needs an API key with the operation `callbacks`. */
export class Deliveries extends Entries<Delivery, DeliveriesOptions> {
  /** Sends an event again, in the background. */
  resend(id: string, options?: CallOptions): Promise<Delivery> {
    return this.act(id, 'resend', options)
  }
}
