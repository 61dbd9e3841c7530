// Before the first paint, so that nobody in a dark room is shown a white page first.
const theme = localStorage.getItem('tabletalk.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
document.documentElement.lang =
  localStorage.getItem('tabletalk.language') ?? (navigator.language.startsWith('de') ? 'de' : 'en')
