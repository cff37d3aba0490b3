'use client'

import { type RefObject, useCallback, useEffect, useState } from 'react'
import { findOriginal, keepOriginal, newOriginalId } from './originals'
import { type ReadList, textOf } from './plan'
import { saveDraft, saveDraftFile, savedDraft, savedDraftFile } from './saved'
import type { BulkInput } from './use-input'

/** The list of a run, which is edited if there is no draft. */
interface EditedRun {
  plan: ReadList
  /** Under which id its workbook is stored; null if it has none. */
  originalId: string | null
}

/**
 * Saves the input being edited, so that a reload loses nothing: its text in the tab's storage, or its workbook in the
 * browser's.
 * @param isShown whether the form is shown; if not, there is no draft.
 */
export function useDraft(input: BulkInput, box: RefObject<HTMLTextAreaElement | null>, isShown: boolean) {
  const { text, original, setText, setFile } = input
  const [isRestored, setIsRestored] = useState(false)
  const [originalId, setOriginalId] = useState<string | null>(null)
  const { file } = original

  /** Restores the draft, or else the input of a run. Returns whether there was a draft. */
  const restore = useCallback(
    async (run: EditedRun | null): Promise<boolean> => {
      const [text, id] = [savedDraft(sessionStorage), savedDraftFile(sessionStorage)]
      const draft = id === '' ? null : await findOriginal(id)
      const stored = draft ?? (text === '' && run?.originalId ? await findOriginal(run.originalId) : null)
      const lines = text || (run ? textOf(run.plan) : '')
      // Text typed before hydration takes precedence.
      if (!box.current?.value) {
        if (stored?.file) setFile(stored.file)
        else if (lines !== '') setText(lines)
      }
      setIsRestored(true)
      return draft !== null || text !== ''
    },
    [box, setFile, setText],
  )

  const draft = isShown ? text : ''
  useEffect(() => {
    if (isRestored) saveDraft(sessionStorage, draft)
  }, [isRestored, draft])

  useEffect(() => {
    const id = file && newOriginalId()
    setOriginalId(id)
    if (id) void keepOriginal(id, { file, sheet: null })
  }, [file])

  useEffect(() => {
    if (isRestored) saveDraftFile(sessionStorage, (isShown && originalId) || '')
  }, [isRestored, isShown, originalId])

  return { restore, originalId }
}
