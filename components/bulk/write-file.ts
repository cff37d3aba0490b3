import type { Row } from '@/server/features/lists/row'
import type { FileReply, FileRequest, ResultFile } from './file.worker'

/** Why a file can't be written, in words for the user. */
export class FileFault extends Error {}

/** How many rows are sent to the worker at once, to keep the page responsive. */
const rowsAtOnce = 1_000

/** The maximum number of rows in a workbook that a browser can create. */
export const maxSheetRows = 100_000

/**
 * Writes results to a file. A worker does the work.
 * @param count the number of rows.
 * @param rowsAt returns the rows from one index to another.
 * @throws FileFault if the original workbook isn't the one that the rows came from.
 */
export async function writeFile(
  file: ResultFile,
  count: number,
  rowsAt: (start: number, end: number) => Row[],
): Promise<Blob> {
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' })
  const send = (request: FileRequest) => worker.postMessage(request)
  try {
    const reply = new Promise<FileReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FileReply>) => resolve(data)
      worker.onerror = () => reject(new Error('the file worker failed'))
    })
    // Awaited below, once all rows are sent.
    reply.catch(() => {})
    send({ file })
    for (let at = 0; at < count; at += rowsAtOnce) {
      send({ rows: rowsAt(at, Math.min(count, at + rowsAtOnce)) })
      await new Promise((resolve) => setTimeout(resolve))
    }
    send({ end: true })
    const answer = await reply
    if ('fault' in answer) throw new FileFault(answer.fault)
    return answer.blob
  } finally {
    worker.terminate()
  }
}
