// Sets the chosen theme before anything is drawn, and keeps it: see components/site/theme-switch.tsx.
;(() => {
  const key = 'pinref.theme'
  const root = document.documentElement
  const meantFor = new Map()

  function apply(theme) {
    root.dataset.theme = theme
    for (const choice of document.querySelectorAll('[data-theme-choice]')) choice.checked = choice.value === theme
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
      if (!meantFor.has(bar)) meantFor.set(bar, bar.media)
      const media = meantFor.get(bar)
      bar.media = theme === 'system' ? media : media.includes(theme) ? 'all' : 'not all'
    }
  }

  function applyKept() {
    let theme
    try {
      theme = localStorage.getItem(key)
    } catch {}
    apply(theme === 'light' || theme === 'dark' ? theme : 'system')
  }

  applyKept()
  // The rest of the page is there; it comes back from the Back button; another tab has chosen.
  for (const event of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(event, applyKept)
  addEventListener('change', ({ target }) => {
    if (!target.matches('[data-theme-choice]')) return
    apply(target.value)
    try {
      localStorage.setItem(key, target.value)
    } catch {}
  })
})()
