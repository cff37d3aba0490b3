import { pageNonce } from '@/components/site/page-nonce'

/** Starts the service worker, which lets the page open offline. Nothing waits for it. */
export async function WorkerScript() {
  return <script async src="/start-worker.js" nonce={await pageNonce()} />
}
